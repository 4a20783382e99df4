import { aiSdk } from '@palimpsest/formats';
import { pruneMessages, type ModelMessage } from 'ai';
import type { ChatMessage } from '../chat-message.ts';
import { translate } from './translation.ts';

/** The recipe of the reference page of `pruneMessages`, for chats: calls and results of all but the newest two messages go. */
export function pruneAsInChats(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return prune(messages, {
    reasoning: 'before-last-message',
    toolCalls: 'before-last-2-messages',
    emptyMessages: 'remove',
  });
}

/** The recipe of the guides to agents (loop control, tool calling), where it is called in `prepareStep` once a history is too long. */
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
