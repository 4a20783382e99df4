import { parseRequestBody, type FormatName, type RequestBody } from '@palimpsest/formats';
import { parseJson } from '../json/parse-json.ts';
import { findMember, rewriteMessages } from '../json/rewrite-messages.ts';
import { detectMessageFormat, explainNoMessages, type Item } from './conversation.ts';

export interface DocumentOptions {
  /** Name of the input. */
  readonly name: string;
  readonly format?: FormatName | undefined;
  /** Line of the input on which the text starts, counted from 1. */
  readonly firstLine: number;
  /** Id of a conversation without its own. */
  readonly fallbackId: string;
  readonly isLine: boolean;
}

/** Reads one JSON text, with the white space around it, as a conversation. */
export function readDocument(
  text: string,
  { name, format, firstLine, fallbackId, isLine }: DocumentOptions,
): Item {
  const place = isLine ? `${name}:${firstLine}` : name;
  const bad = (problem: string): Item => ({ kind: 'bad', text, place, isLine, problem });
  // Without the line ending, an error at the end is placed on this line, not on the next.
  const parsed = parseJson(text.replace(/\r?\n$/, ''));
  if (parsed.problem !== undefined) {
    const { line, column, reason } = parsed.problem;
    return bad(`${name}:${firstLine + line - 1}:${column}: ${reason}.`);
  }
  const { value } = parsed;
  const body = parseRequestBody(value, format);
  const messages: readonly unknown[] | undefined = Array.isArray(value) ? value : body?.messages;
  if (messages === undefined) return bad(`${place}: ${explainNoMessages(value)}.`);
  const known = format ?? body?.format;
  const detected = known === undefined ? detectMessageFormat(messages) : { format: known };
  if ('problem' in detected) return bad(`${place}: ${detected.problem}.`);
  const ownId = readId(value);
  return {
    kind: 'conversation',
    text,
    id: ownId ?? fallbackId,
    ...(ownId === undefined ? {} : { ownId }),
    place,
    isLine,
    messages,
    format: detected.format,
    ...(body === undefined ? {} : { body }),
    rewrite: (after) =>
      body === undefined ? rewriteMessages(text, messages, after) : rewriteBody(text, body, after),
  };
}

function readId(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'id')) return undefined;
  const id: unknown = Reflect.get(value, 'id');
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Replaces the messages in the JSON of a request body. All other members keep their characters. */
function rewriteBody(text: string, body: RequestBody, after: readonly unknown[]): string {
  const { value, member, messages } = body;
  if (Array.isArray(value[member])) return rewriteMessages(text, messages, after, member);
  const written = body.withMessages(after);
  if (written === value) return text;
  const { start, end } = findMember(text, member);
  return text.slice(0, start) + JSON.stringify(written[member]) + text.slice(end);
}
