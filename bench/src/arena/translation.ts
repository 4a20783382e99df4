import { openai } from '@palimpsest/formats/openai';
import type { Codec } from '@palimpsest/formats';
import { isDeepStrictEqual } from 'node:util';
import type { ChatMessage } from '../retention/chat-message.ts';

/** Chat messages in another package's format, with the conversion back. */
export interface Translation<Message> {
  readonly translated: Message[];
  /** Converts messages back, in order. Nothing is repaired: separated calls and results stay separated. */
  readonly back: (messages: readonly Message[]) => ChatMessage[];
}

/**
 * Converts messages to a framework's format. Frameworks hold arguments as values: on the way back, a call with equal values gets its original
 * text, so that white space in arguments does not affect a method's score.
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
