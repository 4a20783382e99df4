import { isRecord } from '@palimpsest/core-types';
import { detectFormat, isLogFormat } from '@palimpsest/formats';
import { UsageError } from '../errors.ts';
import { readLines, type Line } from '../input/read-lines.ts';
import { parseJson, type ParsedJson } from '../json/parse-json.ts';
import {
  ACCEPTED,
  findMessages,
  type Conversation,
  type Item,
  type ReadOptions,
} from './conversation.ts';
import { readDocument } from './read-document.ts';
import { readLog } from './read-log.ts';
import { beginsSession, readSession } from './read-session.ts';

/** Lines that are read ahead if the first one does not tell the form. */
const MAX_PEEKED = 20;

/**
 * Splits an input into conversations. Of JSON lines, only a few are in memory at a time.
 *
 * @throws {UsageError} for an empty input, or bytes that are not text
 */
export async function* readConversations(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<Item> {
  const lines = readLines(bytes, options.name);
  try {
    const { peeked, filled, isAll } = await peekLines(lines);
    if (filled.length === 0)
      throw new UsageError(`${options.name} is empty. Accepted: ${ACCEPTED}.`);
    const head = filled.slice(0, 3).map(({ line }) => line.text.slice(0, 100));
    if (beginsSession(head.join('\n'))) {
      for await (const line of lines) peeked.push(line);
      const session = readStored(peeked, options);
      if (session !== undefined) {
        yield session;
        return;
      }
    }
    const form = detectForm(filled, isAll, options);
    if (form === 'lines') {
      for (const line of peeked) yield readLine(line, options);
      for await (const line of lines) yield readLine(line, options);
      return;
    }
    for await (const line of lines) peeked.push(line);
    if (form === 'log') yield* readLog(peeked, options);
    else yield readWhole(peeked, filled[0], options);
  } finally {
    await lines.return(undefined);
  }
}

interface ReadLine {
  readonly line: Line;
  readonly parsed: ParsedJson;
}

/** Reads lines until they tell the form. */
async function peekLines(lines: AsyncGenerator<Line>) {
  const peeked: Line[] = [];
  /** Those that are not blank. */
  const filled: ReadLine[] = [];
  let wanted = 1;
  while (filled.length < wanted) {
    const next = await lines.next();
    if (next.done === true) break;
    const line = next.value;
    peeked.push(line);
    if (isBlank(line)) continue;
    const parsed = parseJson(line.text);
    filled.push({ line, parsed });
    // After a conversation, a second line only tells whether there are several.
    if (filled.length === 1) wanted = findMessages(parsed.value) ? 2 : MAX_PEEKED;
  }
  return { peeked, filled, isAll: filled.length < wanted };
}

/** Reads a session file that only its agent writes. */
function readStored(lines: readonly Line[], { name }: ReadOptions): Conversation | undefined {
  const session = readSession(lines.map(({ text }) => text).join('\n'));
  if (session === undefined) return undefined;
  return {
    ...session,
    kind: 'conversation',
    id: name,
    ownId: undefined,
    place: name,
    isLine: false,
    body: undefined,
    rewrite() {
      throw new UsageError(
        `${name}: only its agent writes such a session. Begin a new one with "palimpsest handoff", or use the plugin for the agent.`,
      );
    },
  };
}

/** Reads all lines as one JSON text. A large one is usually one line, which is not parsed again. */
function readWhole(
  lines: readonly Line[],
  first: ReadLine | undefined,
  options: ReadOptions,
): Item {
  const last = lines.at(-1)!;
  if (lines.length === 1) return readDocument(last, false, options, first?.parsed);
  const text = lines.map((line) => line.text + (line === last ? '' : line.ending)).join('');
  return readDocument({ text, ending: last.ending, number: 1 }, false, options);
}

/** Reads one of JSON lines. */
function readLine(line: Line, options: ReadOptions): Item {
  return isBlank(line)
    ? { kind: 'aside', text: line.text + line.ending }
    : readDocument(line, true, options);
}

/**
 * Detects the form of an input from its first lines that are not blank: one JSON text, one conversation per line, or one
 * conversation with a record per line.
 */
function detectForm(
  lines: readonly ReadLine[],
  isAll: boolean,
  { format }: ReadOptions,
): 'document' | 'lines' | 'log' {
  const values = lines.map(({ parsed }) => parsed.value);
  const [first] = values;
  const objects = values.filter(isRecord);
  if (first === undefined) {
    // One text on many lines, unless another line is a conversation or a record of its own.
    const isBracket = /^\s*[[{]\s*$/.test(lines[0]!.line.text);
    const [found] = objects;
    if (isBracket || found === undefined) return 'document';
    if (findMessages(found) !== undefined) return 'lines';
    return isLogFormat(detectFormat([found])) ? 'log' : 'document';
  }
  const isSingle = values.length === 1 && isAll;
  const isConversation = objects.some((value) => findMessages(value) !== undefined);
  if (!isRecord(first) || isConversation) return isSingle ? 'document' : 'lines';
  const hasRecord = objects.some((value) => detectFormat([value]) !== undefined);
  if (format !== undefined || hasRecord) return 'log';
  return isSingle ? 'document' : 'lines';
}

function isBlank({ text }: Line): boolean {
  return /^[ \t\r]*$/.test(text);
}
