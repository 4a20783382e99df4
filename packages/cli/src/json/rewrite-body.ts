import type { RequestBody } from '@palimpsest/formats';
import { memberSpan } from './message-spans.ts';
import { rewriteMessages } from './rewrite-messages.ts';

/**
 * Writes the JSON of a request body with other messages. Every other member is written with the characters it was read with.
 *
 * @param body as parsed from `text`
 */
export function rewriteBody(text: string, body: RequestBody, after: readonly unknown[]): string {
  const { value, member, messages } = body;
  if (Array.isArray(value[member])) return rewriteMessages(text, messages, after, member);
  const written = body.withMessages(after);
  if (written === value) return text;
  const { start, end } = memberSpan(text, member);
  return `${text.slice(0, start)}${JSON.stringify(written[member])}${text.slice(end)}`;
}
