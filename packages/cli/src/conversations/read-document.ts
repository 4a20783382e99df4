import { parseRequestBody, type RequestBody } from '@palimpsest/formats';
import type { Line } from '../input/read-lines.ts';
import { parseJson, type ParsedJson } from '../json/parse-json.ts';
import { createMessageWriter, findMember } from '../json/rewrite-messages.ts';
import {
  detectMessageFormat,
  explainNoMessages,
  isObject,
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
    rewrite: createDocumentWriter(text, ending, messages, body),
  };
}

/** Apart from `readDocument`, whose functions would keep the text. */
function createDocumentWriter(
  text: string,
  ending: string,
  messages: readonly unknown[],
  body: RequestBody | undefined,
): Conversation['rewrite'] {
  const isList = body === undefined || Array.isArray(body.value[body.member]);
  const write = isList
    ? createMessageWriter(text, messages, body?.member)
    : createTextWriter(text, body);
  return addEnding(write, ending);
}

/** Apart from `createDocumentWriter`: a function defined there would keep `text` in memory. */
function addEnding(write: Conversation['rewrite'], ending: string): Conversation['rewrite'] {
  return (after) => write(after) + ending;
}

/** Returns a function that replaces the member of a request body that holds a text instead of messages. */
function createTextWriter(text: string, body: RequestBody): Conversation['rewrite'] {
  const { value, member } = body;
  return (after) => {
    const written = body.withMessages(after);
    if (written === value) return text;
    const { start, end } = findMember(text, member);
    return text.slice(0, start) + JSON.stringify(written[member]) + text.slice(end);
  };
}

function readId(value: unknown): string | undefined {
  const id: unknown = isObject(value) && Object.hasOwn(value, 'id') && Reflect.get(value, 'id');
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id !== '' ? id : undefined;
}
