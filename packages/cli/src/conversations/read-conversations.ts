import { detectFormat, type FormatName } from '@palimpsest/formats';
import { UsageError } from '../errors.ts';
import { readLines, type Line } from '../input/read-lines.ts';
import { parseJson } from '../json/parse-json.ts';
import { ACCEPTED, findMessages, isLogFormat, isObject, type Item } from './conversation.ts';
import { readDocument } from './read-document.ts';
import { readLog } from './read-log.ts';

export interface ReadOptions {
  /** Name for messages to the user. */
  readonly name: string;
  /** Format of all messages. @default detected for each conversation */
  readonly format?: FormatName | undefined;
}

const BYTE_ORDER_MARK = '\u{FEFF}';

/** Lines that are read ahead if the first one does not tell the form. */
const MAX_PEEKED = 20;

/**
 * Reads conversations one after another. Of JSON lines, only a few are in memory at a time.
 *
 * @throws {UsageError} for an empty input, or bytes that are not text
 */
export async function* readConversations(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<Item> {
  const lines = readLines(bytes, options.name);
  try {
    yield* readItems(lines, options);
  } finally {
    await lines.return(undefined);
  }
}

async function* readItems(lines: AsyncGenerator<Line>, options: ReadOptions): AsyncGenerator<Item> {
  const peeked: Line[] = [];
  let count = 0;
  let enough: number | undefined;
  let isAll = true;
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    let line = next.value;
    if (line.number === 1 && line.text.startsWith(BYTE_ORDER_MARK)) {
      yield { kind: 'aside', text: BYTE_ORDER_MARK };
      line = { ...line, text: line.text.slice(BYTE_ORDER_MARK.length) };
    }
    peeked.push(line);
    if (isBlank(line)) continue;
    count += 1;
    // After a conversation, a second line only tells whether there are several.
    enough ??= findMessages(parseLine(line)) === undefined ? MAX_PEEKED : 2;
    if (count < enough) continue;
    isAll = false;
    break;
  }
  if (count === 0) {
    throw new UsageError(`${options.name} is empty. Accepted: ${ACCEPTED}.`);
  }
  const form = detectForm(
    peeked.filter((line) => !isBlank(line)),
    isAll,
    options.format,
  );
  if (form === 'lines') {
    const isOnly = isAll && count === 1;
    for (const line of peeked) yield readLine(line, options, isOnly);
    for await (const line of lines) yield readLine(line, options, false);
    return;
  }
  for await (const line of lines) peeked.push(line);
  if (form === 'log') yield* readLog(peeked, options);
  else {
    const text = peeked.map((line) => line.text + line.ending).join('');
    yield readDocument(text, { ...options, firstLine: 1, fallbackId: options.name, isLine: false });
  }
}

function readLine(line: Line, options: ReadOptions, isOnly: boolean): Item {
  const { number: firstLine, text, ending } = line;
  if (isBlank(line)) return { kind: 'aside', text: text + ending };
  const fallbackId = isOnly ? options.name : `${options.name}:${firstLine}`;
  return readDocument(text + ending, { ...options, firstLine, fallbackId, isLine: !isOnly });
}

/**
 * Detects the form of an input from its first lines that are not blank: one JSON text, one conversation per line, or one
 * conversation with a record per line.
 */
function detectForm(
  lines: readonly Line[],
  isAll: boolean,
  format: FormatName | undefined,
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
  if ([first, ...objects].some((value) => findMessages(value) !== undefined)) return 'lines';
  const hasRecord = objects.some((value) => detectFormat([value]) !== undefined);
  if (format !== undefined || hasRecord) return 'log';
  return isSingle ? 'document' : 'lines';
}

/** Returns the value of a line, `undefined` if it is not JSON. */
function parseLine({ text }: Line): unknown {
  const parsed = parseJson(text);
  return parsed.problem === undefined ? parsed.value : undefined;
}

function isBlank({ text }: Line): boolean {
  return /^[ \t\r]*$/.test(text);
}
