import { createMemory } from '@llamaindex/core/memory';
import type { Contestant } from '../../src/arena/contestant.ts';
import type { ChatMessage } from '../../src/retention/chat-message.ts';
import { contentText } from '../../src/retention/chat-message.ts';

interface Options {
  toolCall?: { id: string; name: string; input: string }[];
  toolResult?: { id: string; result: string; isError: boolean };
}
interface Message {
  role: string;
  content: unknown;
  options?: Options;
}

export const llamaindexMemory: Contestant = {
  name: 'LlamaIndex Memory',
  package: '@llamaindex/core',
  slowAbove: 20_000,
  call: '`createMemory` with `tokenLimit`, then `getLLM`',
  isSized: true,
  async compress(messages, targetTokens) {
    const memory = createMemory(messages.map(encoded) as never[], { tokenLimit: targetTokens });
    return (await memory.getLLM()).map((message) => decoded(message as Message));
  },
};

function encoded(message: ChatMessage): Message {
  const content = contentText(message);
  const { role, tool_calls: calls, tool_call_id: id } = message;
  if (id !== undefined) {
    return {
      role: 'user',
      content,
      options: { toolResult: { id, result: content, isError: false } },
    };
  }
  if (calls === undefined) return { role, content };
  const toolCall = calls.map((call) => ({
    id: call.id,
    name: call.function.name,
    input: call.function.arguments,
  }));
  return { role, content, options: { toolCall } };
}

function decoded({ role, content, options }: Message): ChatMessage {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  if (options?.toolResult !== undefined) {
    return {
      role: 'tool',
      tool_call_id: options.toolResult.id,
      content: options.toolResult.result,
    };
  }
  if (options?.toolCall === undefined) return { role, content: text };
  const calls = options.toolCall.map(({ id, name, input }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: input },
  }));
  return { role, content: text, tool_calls: calls };
}
