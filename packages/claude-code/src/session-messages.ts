import type { AnthropicMessage } from '@palimpsest/formats/anthropic';
import type { SessionMessage } from './mod-types.ts';

/** Blocks of Anthropic messages that this package writes, or finds in compacted ones. */
interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly tool_use_id?: string;
  readonly content?: string | readonly Block[];
  readonly is_error?: boolean;
}

/** The messages of a session in Anthropic's format. */
interface Conversion {
  readonly messages: readonly AnthropicMessage[];
  /** Returns compacted messages in the format of the session. */
  readonly back: (compacted: readonly AnthropicMessage[]) => readonly SessionMessage[];
}

/**
 * Converts the messages of a session. A mod does not see reasoning, so assistant messages that have only reasoning are empty: they are dropped.
 *
 * Only unchanged user messages without tool results go back as they came, with their handle. With any other handle, a resume would
 * load the old messages again.
 */
export function convert(session: readonly SessionMessage[]): Conversion {
  const sources = new Map<AnthropicMessage, SessionMessage>(
    session.flatMap((source) => {
      const message = toAnthropic(source);
      return message === undefined ? [] : [[message, source]];
    }),
  );
  return {
    messages: [...sources.keys()],
    back: (compacted) =>
      compacted.map((message) => {
        const source = sources.get(message);
        return source !== undefined && canKeepHandle(source) ? source : fromAnthropic(message);
      }),
  };
}

function canKeepHandle({ role, toolResults = [] }: SessionMessage): boolean {
  return role === 'user' && toolResults.length === 0;
}

function toAnthropic({
  role,
  text,
  toolUses,
  toolResults = [],
}: SessionMessage): AnthropicMessage | undefined {
  if (toolUses.length + toolResults.length === 0) {
    return text === '' && role === 'assistant' ? undefined : { role, content: text };
  }
  const content: readonly Block[] = [
    ...toolResults.map(({ tool_use_id, text: result, isError }) => ({
      type: 'tool_result',
      tool_use_id,
      content: result,
      ...(isError ? { is_error: true } : {}),
    })),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...toolUses.map(({ tool_use_id, tool, input }) => ({
      type: 'tool_use',
      id: tool_use_id,
      name: tool,
      input,
    })),
  ];
  return { role, content };
}

function fromAnthropic({ role, content }: AnthropicMessage): SessionMessage {
  const blocks = blocksOf(content);
  const toolResults = blocks.flatMap((block) =>
    block.type === 'tool_result'
      ? [
          {
            tool_use_id: block.tool_use_id ?? '',
            text: textOf(block.content),
            isError: block.is_error === true,
          },
        ]
      : [],
  );
  return {
    role: role === 'assistant' ? role : 'user',
    text: textOf(content),
    toolUses: blocks.flatMap(({ type, id = '', name = '', input = {} }) =>
      type === 'tool_use' ? [{ tool_use_id: id, tool: name, input }] : [],
    ),
    ...(toolResults.length === 0 ? {} : { toolResults }),
  };
}

function textOf(content: unknown): string {
  const texts = blocksOf(content).flatMap(({ type, text }) =>
    type === 'text' && text !== undefined ? [text] : [],
  );
  return texts.join('\n');
}

function blocksOf(content: unknown): readonly Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? (content as readonly Block[]) : [];
}
