import {
  Message,
  Offload,
  SlidingWindowConversationManager,
  type MessageData,
} from '@strands-agents/sdk';
import { estimateTokens } from '@palimpsest/engine/tokens';
import type { Contestant } from '../../src/arena/contestant.ts';
import { contentText, type ChatMessage } from '../../src/retention/chat-message.ts';

export const strandsWindow: Contestant = {
  name: 'Strands sliding window',
  package: '@strands-agents/sdk',
  call: '`SlidingWindowConversationManager` with its default of 40 messages, reduced once',
  compress(messages) {
    const manager = new SlidingWindowConversationManager();
    const agent = agentWith(messages);
    if (agent.messages.length > 40) manager.reduce({ agent, model: agent.model } as never);
    return decoded(agent.messages);
  },
};

export const strandsOffload: Contestant = {
  name: 'Strands Offload',
  package: '@strands-agents/sdk',
  call: "`Offload.truncate('toolResults', { previewTokens: 1000 })` over 2,500 tokens and `Offload.drop('toolResults')` but the newest 5: its presets `largeToolOffloading` and `staleToolCleanup`",
  async compress(messages) {
    const agent = agentWith(messages);
    const steps = [
      Offload.truncate('toolResults', { previewTokens: 1_000 }).when({ threshold: 2_500 }),
      Offload.drop('toolResults').when({ preserveRecent: 5 }),
    ];
    for (const step of steps) {
      await step.apply({ messages: agent.messages, agent: agent as never, utilization: 1 });
    }
    return decoded(agent.messages);
  },
};

interface Agent {
  readonly messages: Message[];
  readonly model: object;
  readonly addHook: () => void;
}

function agentWith(messages: readonly ChatMessage[]): Agent {
  const model = {
    countTokens: (counted: readonly Message[]) =>
      Promise.resolve(estimateTokens(JSON.stringify(counted.map((one) => one.content)))),
    estimateUtilization: () => 1,
  };
  return { messages: encoded(messages), model, addHook: () => undefined };
}

/** Messages of one role in a row are one message, and results are a message of the user, as its models require. */
function encoded(messages: readonly ChatMessage[]): Message[] {
  const all: { role: 'user' | 'assistant'; content: object[] }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    if (all.at(-1)?.role !== role) all.push({ role, content: [] });
    const { content } = all.at(-1)!;
    const text = contentText(message);
    if (message.tool_call_id !== undefined) {
      const toolResult = {
        toolUseId: message.tool_call_id,
        status: 'success',
        content: [{ text }],
      };
      content.push({ toolResult });
    } else if (text !== '') content.push({ text });
    for (const { id, function: called } of message.tool_calls ?? []) {
      content.push({
        toolUse: { name: called.name, toolUseId: id, input: argumentsOf(called.arguments) },
      });
    }
  }
  return all
    .filter(({ content }) => content.length > 0)
    .map((data) => Message.fromMessageData(data as unknown as MessageData));
}

/** Arguments that are no JSON object stay as a text. */
function argumentsOf(text: string): object {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  } catch {
    // Falls through: some recorded arguments are cut.
  }
  return { [RAW]: text };
}

const RAW = 'raw';

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly name?: string;
  readonly toolUseId?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly content?: readonly { readonly text?: string }[];
}

function decoded(messages: readonly Message[]): ChatMessage[] {
  return messages.flatMap(({ role, content }): ChatMessage[] => {
    const blocks = content as unknown as readonly Block[];
    const results = blocks
      .filter(({ type }) => type === 'toolResultBlock')
      .map(({ toolUseId, content: parts = [] }) => ({
        role: 'tool',
        tool_call_id: toolUseId!,
        content: parts.map(({ text = '' }) => text).join('\n'),
      }));
    const calls = blocks
      .filter(({ type }) => type === 'toolUseBlock')
      .map(({ toolUseId, name, input = {} }) => ({
        id: toolUseId!,
        type: 'function' as const,
        function: {
          name: name!,
          arguments: typeof input[RAW] === 'string' ? input[RAW] : JSON.stringify(input),
        },
      }));
    const text = blocks.flatMap((block) => block.text ?? []).join('\n');
    const isEmpty = text === '' && calls.length === 0;
    const own = { role, content: text, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
    return isEmpty ? results : [...results, own];
  });
}
