import { isRecord } from '@palimpsest/core-types';
import { parseRequestBody, type RequestBody } from '@palimpsest/formats';
import type { Line } from '../input/read-lines.ts';
import { withNumbersOf } from '../json/exact-json.ts';
import { parseJson, type ParsedJson } from '../json/parse-json.ts';
import { detectLayout, writeJson } from '../json/write-json.ts';
import {
  detectMessageFormat,
  explainNoMessages,
  type Conversation,
  type Item,
  type ReadOptions,
} from './conversation.ts';

/** Reads one JSON text, which may have several lines, as a conversation. */
export function readDocument(
  { text, ending, number }: Line,
  isLine: boolean,
  { name, format }: ReadOptions,
  { value, problem }: ParsedJson = parseJson(text),
): Item {
  const place = isLine ? `${name}:${number}` : name;
  const bad = (reason: string): Item => {
    return { kind: 'bad', text: text + ending, place, isLine, problem: reason };
  };
  if (problem !== undefined) {
    const { line, column, reason } = problem;
    return bad(`${name}:${number + line - 1}:${column}: ${reason}.`);
  }
  const body = parseRequestBody(value, format);
  const messages: readonly unknown[] | undefined = Array.isArray(value) ? value : body?.messages;
  if (messages === undefined) return bad(`${place}: ${explainNoMessages(value)}.`);
  const known = format ?? body?.format;
  const detected = known === undefined ? detectMessageFormat(messages) : { format: known };
  if ('problem' in detected) return bad(`${place}: ${detected.problem}.`);
  const ownId = readId(value);
  return {
    kind: 'conversation',
    id: ownId ?? place,
    ownId,
    place,
    isLine,
    messages,
    format: detected.format,
    body,
    rewrite: createWriter(text + ending, messages, body),
  };
}

/** Returns a function that writes a conversation with other messages in its layout. The same messages give the same text. */
function createWriter(
  text: string,
  messages: readonly unknown[],
  body: RequestBody | undefined,
): Conversation['rewrite'] {
  return (after) => {
    const isSame =
      after.length === messages.length && after.every((one, index) => one === messages[index]);
    if (isSame) return text;
    const written =
      body === undefined ? after : withNumbersOf(body.value, body.withMessages(after));
    return writeJson(written, detectLayout(text));
  };
}

function readId(value: unknown): string | undefined {
  const id: unknown = isRecord(value) && Object.hasOwn(value, 'id') && Reflect.get(value, 'id');
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id !== '' ? id : undefined;
}
