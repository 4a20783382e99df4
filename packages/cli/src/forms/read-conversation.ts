import { parseRequestBody, type FormatName, type RequestBody } from '@palimpsest/formats';
import { parseJson } from '../json/parse-json.ts';
import { memberSpan } from '../json/message-spans.ts';
import { rewriteMessages } from '../json/rewrite-messages.ts';
import type { Item } from './item.ts';
import { formatOf, idOf, noMessages } from './messages-of.ts';

export interface ConversationText {
  /** JSON, with the white space around it. */
  readonly text: string;
  /** Number of its first line in the input. */
  readonly firstLine: number;
  readonly name: string;
  readonly format: FormatName | undefined;
  readonly fallbackId: string;
  readonly isLine: boolean;
}

/** Reads one JSON text as a conversation. */
export function readConversation({
  text,
  firstLine,
  name,
  format,
  fallbackId,
  isLine,
}: ConversationText): Item {
  const place = isLine ? `${name}:${firstLine}` : name;
  const bad = (problem: string): Item => ({ kind: 'bad', text, place, isLine, problem });
  // What ends a line is no part of it, so that a line that is cut short is named itself, not the next.
  const parsed = parseJson(text.replace(/\r?\n$/, ''));
  if (parsed.problem !== undefined) {
    const { line, column, reason } = parsed.problem;
    return bad(`${name}:${firstLine + line - 1}:${column}: ${reason}.`);
  }
  const { value } = parsed;
  const body = parseRequestBody(value, format);
  const messages: readonly unknown[] | undefined = Array.isArray(value) ? value : body?.messages;
  if (messages === undefined) return bad(`${place}: ${noMessages(value)}.`);
  const named = format ?? body?.format;
  const known = named === undefined ? formatOf(messages) : { format: named };
  if ('problem' in known) return bad(`${place}: ${known.problem}.`);
  const ownId = idOf(value);
  return {
    kind: 'conversation',
    text,
    id: ownId ?? fallbackId,
    ...(ownId === undefined ? {} : { ownId }),
    place,
    isLine,
    messages,
    format: known.format,
    ...(body === undefined ? {} : { body }),
    rewrite: (after) =>
      body === undefined ? rewriteMessages(text, messages, after) : rewriteBody(text, body, after),
  };
}

/**
 * Writes the JSON of a request body with other messages. Every other member is written with the characters it was read with.
 *
 * @param body as parsed from `text`
 */
function rewriteBody(text: string, body: RequestBody, after: readonly unknown[]): string {
  const { value, member, messages } = body;
  if (Array.isArray(value[member])) return rewriteMessages(text, messages, after, member);
  const written = body.withMessages(after);
  if (written === value) return text;
  const { start, end } = memberSpan(text, member);
  return `${text.slice(0, start)}${JSON.stringify(written[member])}${text.slice(end)}`;
}
