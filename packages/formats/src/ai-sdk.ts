import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { readTurn, type AiSdkMessage, type AiSdkPart } from './ai-sdk/read.ts';
import { writeTurn } from './ai-sdk/write.ts';
import { CallNames, nameResponses } from './call-names.ts';
import type { Codec } from './codec.ts';
import { nativePart } from './native.ts';
import { splitTurn, writeTurns, type Turn, type TurnFormat } from './turns.ts';
import { isObject, textOf } from './values.ts';

export type { AiSdkMessage } from './ai-sdk/read.ts';

const format: TurnFormat<AiSdkMessage> = {
  name: 'ai-sdk',
  hasToolNames: true,
  read: readTurn,
  shell({ content: _content, ...rest }) {
    return rest;
  },
  write: writeTurn,
  arrange,
};

/**
 * Messages of the AI SDK, versions 6 and 7, and of its language model prompts. Each result in a tool message becomes one entry. Results of
 * provider-executed tools stay in the model's entry.
 */
export const aiSdk: Codec<AiSdkMessage> = {
  name: 'ai-sdk',
  decode(messages) {
    const names = new CallNames();
    const history: IContent[] = [];
    for (const [index, message] of messages.entries()) {
      const turn = nameResponses(readTurn(message, index), names, index);
      const facts = holdsCompaction(message) ? { metadata: { pinned: true } } : {};
      for (const entry of splitTurn(format, message, turn, facts)) history.push(entry);
    }
    return history;
  },
  encode: (history) => writeTurns(format, history),
};

/** Moves results into tool messages, except those of provider-executed tools. */
function arrange({ speaker, blocks }: Turn): readonly Turn[] {
  if (speaker === 'system') return [{ speaker, blocks }];
  const isAi = speaker === 'ai';
  const executed = new Set(blocks.flatMap(executedId));
  const results: ContentBlock[] = [];
  const others: ContentBlock[] = [];
  for (const block of blocks) {
    const isOwn = nativePart('ai-sdk', block) !== undefined;
    const isResult = isAi
      ? block.type === 'tool_response' && !isOwn && !executed.has(block.callId)
      : block.type === 'tool_response' || (speaker === 'tool' && isOwn);
    (isResult ? results : others).push(block);
  }
  const said: Turn = { speaker: isAi ? 'ai' : 'human', blocks: others };
  const answered: Turn = { speaker: 'tool', blocks: results };
  if (results.length === 0) return [said];
  if (others.length === 0) return [answered];
  return isAi ? [said, answered] : [answered, said];
}

function executedId(block: ContentBlock): readonly string[] {
  return block.type === 'tool_call' && block.providerExecuted === true ? [block.id] : [];
}

/** Returns whether a message contains a provider's compaction of everything before it. It cannot be recreated, so it must not be removed. */
function holdsCompaction({ content }: AiSdkMessage): boolean {
  return Array.isArray(content) && content.some(isCompaction);
}

/** Returns whether a part is a compaction: at Anthropic a text whose options say so, at OpenAI a part type. */
function isCompaction(value: unknown): boolean {
  const part: AiSdkPart & { readonly kind?: unknown } = isObject(value) ? value : {};
  if (part.type === 'custom') return textOf(part.kind).endsWith('.compaction');
  const { providerOptions } = part;
  if (part.type !== 'text' || !isObject(providerOptions)) return false;
  return Object.values(providerOptions).some(
    (own: unknown) => isObject(own) && Reflect.get(own, 'type') === 'compaction',
  );
}
