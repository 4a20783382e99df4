import { contentText, type ChatMessage } from '../chat-message.ts';
import { bothEnds } from './head-and-tail.ts';
import { LEFT_OUT } from './shorter-results.ts';

const KEPT = 10;
const END_LENGTH = 400;

/** Replaces every tool result but the newest ten by a marker. */
export function maskAllButNewestResults(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const results = messages.flatMap(({ role }, index) => (role === 'tool' ? [index] : []));
  const from = results.at(-KEPT) ?? 0;
  return messages.map((message, index) => {
    if (index >= from || message.role !== 'tool') return message;
    return contentText(message).length > LEFT_OUT.length
      ? { ...message, content: LEFT_OUT }
      : message;
  });
}

/** Truncates every result and text, except in the newest ten messages, to 400 characters from each end. */
export function fourHundredFromEachEnd(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const from = messages.length - KEPT;
  return messages.map((message, index) => {
    if (index >= from || message.role === 'system') return message;
    const text = contentText(message);
    const content = bothEnds(text, END_LENGTH);
    return content === text ? message : { ...message, content };
  });
}
