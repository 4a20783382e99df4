import { aiSdk } from '@palimpsest/formats/ai-sdk';
import { pruneMessages, type ModelMessage } from 'ai';
import type { ChatMessage } from '../chat-message.ts';
import { translate } from './translation.ts';

/** Recipe of the reference page of `pruneMessages`, for chats: removes calls and results of all but the newest two messages. */
export function pruneAsInChats(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return prune(messages, {
    reasoning: 'before-last-message',
    toolCalls: 'before-last-2-messages',
    emptyMessages: 'remove',
  });
}

/** Recipe of the agent guides (loop control, tool calling), which call it in `prepareStep` once a history is too long. */
export function pruneAsInAgents(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return prune(messages, {
    reasoning: 'all',
    toolCalls: 'before-last-3-messages',
    emptyMessages: 'remove',
  });
}

function prune(
  messages: readonly ChatMessage[],
  recipe: Omit<Parameters<typeof pruneMessages>[0], 'messages'>,
): readonly ChatMessage[] {
  const { translated, back } = translate(aiSdk, messages);
  return back(pruneMessages({ messages: translated as ModelMessage[], ...recipe }));
}
