import { detectFormat, parseRequestBody, type FormatName } from '@palimpsest/formats';
import { describe } from './describe.ts';
import { ALL_FORMATS } from './format-names.ts';

/** The forms a conversation may have, for messages. */
export const ACCEPTED =
  'a JSON array of messages, a request body or another object with "messages", "contents" or "input", JSON lines with one such conversation each, or a session log with one record a line';

const MEMBERS = ['messages', 'contents', 'input'];

/** The messages of a parsed conversation, `undefined` where it has none. */
export function messagesOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : parseRequestBody(value)?.messages;
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
  const member = isObject ? MEMBERS.find((name) => Object.hasOwn(value, name)) : undefined;
  if (isObject && member !== undefined) {
    const seen = describe(Reflect.get(value, member));
    return `"${member}" is ${seen}, but an array is needed`;
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
    problem: `these messages are of no format known here.${seen} Accepted are ${ALL_FORMATS}; where they are one of these, name it with --format`,
  };
}
