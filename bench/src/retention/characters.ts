import { contentText, type ChatMessage } from './chat-message.ts';

/** Returns the characters (UTF-16 units) that a method can save: content, reasoning, names and arguments of calls. System messages count 0. */
export function messageCharacters(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, message) => sum + charactersOf(message), 0);
}

/** Returns the characters of one message. */
export function charactersOf(message: ChatMessage): number {
  if (message.role === 'system') return 0;
  let sum = contentText(message).length + (message.reasoning_content?.length ?? 0);
  for (const call of message.tool_calls ?? []) {
    sum += call.function.name.length + call.function.arguments.length;
  }
  return sum;
}
