import { openai, type Codec } from '@palimpsest/formats';
import { isDeepStrictEqual } from 'node:util';
import type { ChatMessage } from '../chat-message.ts';

/** The way of chat messages into the format of somebody's package, and back. */
export interface Translation<Message> {
  readonly translated: Message[];
  /** What became of them, in the order given. Nothing is repaired: what was torn apart stays so. */
  readonly back: (messages: readonly Message[]) => ChatMessage[];
}

/**
 * Frameworks hold arguments as values: on the way back a call whose values are the same gets the text it had, so that blanks between them
 * count neither for nor against a method.
 */
export function translate<Message>(
  codec: Codec<Message>,
  messages: readonly ChatMessage[],
): Translation<Message> {
  const texts = new Map<string, string>();
  for (const { tool_calls: calls = [] } of messages) {
    for (const { id, function: made } of calls) texts.set(id, made.arguments);
  }
  return {
    translated: codec.encode(openai.decode(messages)),
    back(changed) {
      const chat = openai.encode(codec.decode(changed)) as ChatMessage[];
      return chat.map((message) => withTexts(message, texts));
    },
  };
}

function withTexts(message: ChatMessage, texts: ReadonlyMap<string, string>): ChatMessage {
  if (message.tool_calls === undefined) return message;
  const calls = message.tool_calls.map((call) => {
    const text = texts.get(call.id);
    return text !== undefined && isSameValue(text, call.function.arguments)
      ? { ...call, function: { ...call.function, arguments: text } }
      : call;
  });
  return { ...message, tool_calls: calls };
}

function isSameValue(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    return isDeepStrictEqual(JSON.parse(one), JSON.parse(other));
  } catch {
    return false;
  }
}
