import type { FormatName } from '@palimpsest/formats';
import { readLines, type Line } from '../input/read-lines.ts';
import { parseJson } from '../json/parse-json.ts';
import { Refusal } from '../refusal.ts';
import { chooseForm, LINES_PEEKED } from './choose-form.ts';
import type { Item } from './item.ts';
import { ACCEPTED, messagesOf } from './messages-of.ts';
import { readConversation } from './read-conversation.ts';
import { readLog } from './read-log.ts';

export interface ReadOptions {
  /** As it stands in messages. */
  readonly name: string;
  /** The format of all messages; told from each conversation where it is absent. */
  readonly format?: FormatName;
}

const BYTE_ORDER_MARK = '\u{FEFF}';

/**
 * Reads conversations one after another. Of JSON lines no more than one conversation is held at a time.
 *
 * @throws {Refusal} for what is empty or no text
 */
export async function* readConversations(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<Item> {
  const lines = readLines(bytes, options.name);
  try {
    yield* readForm(lines, options);
  } finally {
    await lines.return(undefined);
  }
}

async function* readForm(lines: AsyncGenerator<Line>, options: ReadOptions): AsyncGenerator<Item> {
  const peeked: Line[] = [];
  let full = 0;
  let enough: number | undefined;
  let isLast = true;
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    let line = next.value;
    if (line.number === 1 && line.text.startsWith(BYTE_ORDER_MARK)) {
      yield { kind: 'aside', text: BYTE_ORDER_MARK };
      line = { ...line, text: line.text.slice(BYTE_ORDER_MARK.length) };
    }
    peeked.push(line);
    if (isBlank(line)) continue;
    full += 1;
    // A second line tells whether there are several; more are needed only where the first is no conversation.
    enough ??= isConversation(line) ? 2 : LINES_PEEKED;
    if (full < enough) continue;
    isLast = false;
    break;
  }
  if (full === 0) throw new Refusal(`${options.name} is empty. Accepted is ${ACCEPTED}.`);
  const form = chooseForm(
    peeked.filter((line) => !isBlank(line)),
    isLast,
    options.format,
  );
  if (form === 'lines') {
    const isSingle = isLast && full === 1;
    for (const line of peeked) yield readLine(line, options, isSingle);
    for await (const line of lines) yield readLine(line, options, false);
    return;
  }
  const all = peeked;
  for await (const line of lines) all.push(line);
  if (form === 'log') yield* readLog(all, options);
  else yield readDocument(all, options);
}

function readLine(line: Line, { name, format }: ReadOptions, isSingle: boolean): Item {
  const { number, text, ending } = line;
  if (isBlank(line)) return { kind: 'aside', text: text + ending };
  return readConversation({
    text: text + ending,
    firstLine: number,
    name,
    format,
    fallbackId: isSingle ? name : `${name}:${number}`,
    isLine: !isSingle,
  });
}

function readDocument(lines: readonly Line[], { name, format }: ReadOptions): Item {
  return readConversation({
    text: lines.map(({ text, ending }) => text + ending).join(''),
    firstLine: 1,
    name,
    format,
    fallbackId: name,
    isLine: false,
  });
}

function isConversation({ text }: Line): boolean {
  const parsed = parseJson(text);
  return parsed.problem === undefined && messagesOf(parsed.value) !== undefined;
}

function isBlank({ text }: Line): boolean {
  return /^[ \t\r]*$/.test(text);
}
