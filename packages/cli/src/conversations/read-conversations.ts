import { detectFormat, parseRequestBody, type RequestBody } from '@palimpsest/formats';
import { UsageError } from '../errors.ts';
import { readLines, type Line } from '../input/read-lines.ts';
import { parseJson } from '../json/parse-json.ts';
import { findMember, rewriteMessages } from '../json/rewrite-messages.ts';
import {
  ACCEPTED,
  detectMessageFormat,
  explainNoMessages,
  findMessages,
  isLogFormat,
  isObject,
  type Item,
  type ReadOptions,
  type UnreadLine,
} from './conversation.ts';
import { readLog } from './read-log.ts';

const BYTE_ORDER_MARK = '\u{FEFF}';

/** Lines that are read ahead if the first one does not tell the form. */
const MAX_PEEKED = 20;

/** Reads conversations one after another, like `readPieces`. */
export async function* readConversations(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<Item> {
  for await (const piece of readPieces(bytes, options)) {
    yield piece.kind === 'line' ? readLine(piece, options) : piece;
  }
}

/**
 * Splits an input into conversations. Of JSON lines, only a few are in memory at a time, and they are not parsed yet.
 *
 * @throws {UsageError} for an empty input, or bytes that are not text
 */
export async function* readPieces(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<Item | UnreadLine> {
  const lines = readLines(bytes, options.name);
  try {
    yield* splitLines(lines, options);
  } finally {
    await lines.return(undefined);
  }
}

async function* splitLines(
  lines: AsyncGenerator<Line>,
  options: ReadOptions,
): AsyncGenerator<Item | UnreadLine> {
  const peeked: Line[] = [];
  const filled: Line[] = [];
  let wanted = 1;
  while (filled.length < wanted) {
    const next = await lines.next();
    if (next.done === true) break;
    let line = next.value;
    if (line.number === 1 && line.text.startsWith(BYTE_ORDER_MARK)) {
      yield { kind: 'aside', text: BYTE_ORDER_MARK };
      line = { ...line, text: line.text.slice(BYTE_ORDER_MARK.length) };
    }
    peeked.push(line);
    if (isBlank(line)) continue;
    filled.push(line);
    // After a conversation, a second line only tells whether there are several.
    if (filled.length === 1) wanted = findMessages(parseLine(line)) ? 2 : MAX_PEEKED;
  }
  if (filled.length === 0) throw new UsageError(`${options.name} is empty. Accepted: ${ACCEPTED}.`);
  const isAll = filled.length < wanted;
  const form = detectForm(filled, isAll, options);
  if (form === 'lines') {
    const isLine = !isAll || filled.length > 1;
    for (const line of peeked) yield toPiece(line, isLine);
    for await (const line of lines) yield toPiece(line, true);
    return;
  }
  for await (const line of lines) peeked.push(line);
  if (form === 'log') yield* readLog(peeked, options);
  else
    yield readDocument(peeked.map(({ text, ending }) => text + ending).join(''), 1, false, options);
}

function toPiece(line: Line, isLine: boolean): Item | UnreadLine {
  const text = line.text + line.ending;
  if (isBlank(line)) return { kind: 'aside', text };
  return { kind: 'line', text, number: line.number, isLine };
}

/** Reads one of JSON lines. */
export function readLine({ text, number, isLine }: UnreadLine, options: ReadOptions): Item {
  return readDocument(text, number, isLine, options);
}

/**
 * Detects the form of an input from its first lines that are not blank: one JSON text, one conversation per line, or one
 * conversation with a record per line.
 */
function detectForm(
  lines: readonly Line[],
  isAll: boolean,
  { format }: ReadOptions,
): 'document' | 'lines' | 'log' {
  const values = lines.map(parseLine);
  const [first] = values;
  const objects = values.filter(isObject);
  if (first === undefined) {
    // One text on many lines, unless another line is a conversation or a record of its own.
    const isBracket = /^\s*[[{]\s*$/.test(lines[0]!.text);
    const [found] = objects;
    if (isBracket || found === undefined) return 'document';
    if (findMessages(found) !== undefined) return 'lines';
    return isLogFormat(detectFormat([found])) ? 'log' : 'document';
  }
  const isSingle = values.length === 1 && isAll;
  if (!isObject(first)) return isSingle ? 'document' : 'lines';
  if (objects.some((value) => findMessages(value) !== undefined)) return 'lines';
  const hasRecord = objects.some((value) => detectFormat([value]) !== undefined);
  if (format !== undefined || hasRecord) return 'log';
  return isSingle ? 'document' : 'lines';
}

/** Returns the value of a line, `undefined` if it is not JSON. */
function parseLine({ text }: Line): unknown {
  return parseJson(text).value;
}

function isBlank({ text }: Line): boolean {
  return /^[ \t\r]*$/.test(text);
}

/**
 * Reads one JSON text, with the white space around it, as a conversation.
 *
 * @param firstLine line of the input on which the text starts, counted from 1
 */
function readDocument(
  text: string,
  firstLine: number,
  isLine: boolean,
  { name, format }: ReadOptions,
): Item {
  const place = isLine ? `${name}:${firstLine}` : name;
  const bad = (problem: string): Item => ({ kind: 'bad', text, place, isLine, problem });
  // Without the line ending, an error at the end is placed on this line, not on the next.
  const { value, problem } = parseJson(text.replace(/\r?\n$/, ''));
  if (problem !== undefined) {
    const { line, column, reason } = problem;
    return bad(`${name}:${firstLine + line - 1}:${column}: ${reason}.`);
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
    text,
    id: ownId ?? place,
    ownId,
    place,
    isLine,
    messages,
    format: detected.format,
    body,
    rewrite: (after) =>
      body === undefined ? rewriteMessages(text, messages, after) : rewriteBody(text, body, after),
  };
}

function readId(value: unknown): string | undefined {
  const id: unknown = isObject(value) && Object.hasOwn(value, 'id') && Reflect.get(value, 'id');
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
