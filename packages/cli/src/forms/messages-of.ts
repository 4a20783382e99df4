import { detectFormat, type FormatName } from '@palimpsest/formats';
import { MESSAGES } from '../json/message-spans.ts';
import { describe } from './describe.ts';

/** The forms a conversation may have, for messages. */
export const ACCEPTED =
  'a JSON array of messages, an object with "messages", JSON lines with one such conversation each, or a session log with one record a line';

/** The messages of a parsed conversation, `undefined` where it has none. */
export function messagesOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, MESSAGES)) {
    return undefined;
  }
  const messages: unknown = Reflect.get(value, MESSAGES);
  return Array.isArray(messages) ? messages : undefined;
}

/** The id a conversation gives itself, `undefined` where it gives none. */
export function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'id')) return undefined;
  const id: unknown = Reflect.get(value, 'id');
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** What is wrong with a value that holds no messages, as a sentence without its end. */
export function noMessages(value: unknown): string {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject && Object.hasOwn(value, MESSAGES)) {
    const seen = describe(Reflect.get(value, MESSAGES));
    return `"messages" is ${seen}, but an array is needed`;
  }
  return `this is ${describe(value)}, but no conversation. Accepted is ${ACCEPTED}`;
}

/** The format of messages, or what is wrong with them. None at all are of any format. */
export function formatOf(
  messages: readonly unknown[],
): { readonly format: FormatName } | { readonly problem: string } {
  if (messages.length === 0) return { format: 'openai' };
  const format = detectFormat(messages);
  if (format !== undefined) return { format };
  const index = messages.findIndex((message) => detectFormat([message]) === undefined);
  const seen = index < 0 ? '' : ` Message ${index} is ${describe(messages[index])}.`;
  return {
    problem: `these messages are of no format known here.${seen} Accepted are openai, anthropic, gemini, icontent, claude-code, ai-sdk and langchain; where they are one of these, name it with --format`,
  };
}
