import { describeValue } from '@palimpsest/core-types';
import type { Originals } from '@palimpsest/originals';
import { listRecallable, type Recallable } from '@palimpsest/originals/recall';
import { truncateText } from '@palimpsest/text';
import { queryWords } from './search/query-words.ts';
import { scanText } from './search/scan-text.ts';
import type { OriginalText, SearchSession, SessionSearch } from './search/search-session.ts';
import type { Passage } from './search/search-texts.ts';
import type { WordAutomaton } from './search/word-automaton.ts';
import { FOUND, LISTED, LONGEST_QUERY } from './server-tools.ts';

/** The arguments of a tool call, as the model sent them. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** Thrown for a mistake of the model. The message is returned to it, so that it can correct the call. */
export class InputMistake extends Error {
  override readonly name = 'InputMistake';

  constructor(argument: string, received: unknown, expected: string) {
    super(`${argument}: expected ${expected}, got ${describeValue(received).toWellFormed()}.`);
  }
}

/**
 * Checks that all arguments are known.
 *
 * @throws {InputMistake} when an argument is not in `known`
 */
function refuseOthers(input: ToolInput, known: readonly string[]): void {
  const unknown = Object.keys(input).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InputMistake('arguments', unknown, `one of ${known.join(', ')}`);
}

/**
 * Returns an argument that is a whole number from `least` to `most`, or the text of one; `usual` if it is missing.
 *
 * @throws {InputMistake} when the argument is anything else
 */
function readCount(
  input: ToolInput,
  name: string,
  { usual, least, most }: { readonly usual: number; readonly least: number; readonly most: number },
): number {
  const value = input[name] ?? usual;
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof count === 'number' && Number.isInteger(count) && count >= least && count <= most) {
    return count;
  }
  throw new InputMistake(name, value, `a whole number from ${least} to ${most}`);
}

/**
 * Answers a call of `list_originals`.
 *
 * @throws {InputMistake} when an argument is invalid
 */
export async function listOriginals(
  originals: Pick<Originals, 'list' | 'recall' | 'shortId'>,
  input: ToolInput,
): Promise<string> {
  refuseOthers(input, ['offset', 'limit']);
  const offset = readCount(input, 'offset', { usual: 0, least: 0, most: Number.MAX_SAFE_INTEGER });
  const limit = readCount(input, 'limit', { usual: LISTED.usual, least: 1, most: LISTED.most });
  const { total, originals: listed } = await listRecallable(originals, { offset, limit });
  if (total === 0) return '[nothing was taken out yet]';
  if (listed.length === 0) return `[there are ${total} messages, and none behind them]`;
  const next = offset + listed.length;
  const more = next < total ? `; to go on: ${JSON.stringify({ offset: next, limit })}` : '';
  return [
    `[messages ${offset + 1} to ${next} of ${total}${more}]`,
    ...listed.map(describeOriginal),
  ].join('\n');
}

function describeOriginal({
  shortId,
  role,
  tool,
  lines,
  characters,
  firstLine,
  missing,
}: Recallable): string {
  if (missing !== undefined) {
    return `${shortId} ${missing === 'absent' ? 'no longer in the store' : 'damaged in the store'}`;
  }
  const who = [role, tool].filter((name) => name !== undefined).join(' ');
  const size = `${lines} ${lines === 1 ? 'line' : 'lines'}, ${characters} characters`;
  return `${[shortId, who].filter(Boolean).join(' ')} (${size}): ${firstLine}`;
}

/** Maximum number of UTF-16 units shown of a passage. */
const SHOWN = 240;

/**
 * Answers a call of `search_originals`.
 *
 * @throws {InputMistake} when an argument is invalid
 */
export async function searchOriginals(
  searchSession: SearchSession,
  originals: Pick<Originals, 'shortId'>,
  input: ToolInput,
): Promise<string> {
  refuseOthers(input, ['query', 'limit', 'offset']);
  const { query } = input;
  const words = typeof query === 'string' && query.length <= LONGEST_QUERY ? queryWords(query) : [];
  if (words.length === 0) {
    const expected = `text with a word in it, up to ${LONGEST_QUERY} characters`;
    throw new InputMistake('query', query, expected);
  }
  const limit = readCount(input, 'limit', { usual: FOUND.usual, least: 1, most: FOUND.most });
  const offset = readCount(input, 'offset', { usual: 0, least: 0, most: Number.MAX_SAFE_INTEGER });
  const search = await searchSession({ words, limit, offset });
  const { passages, automaton } = search;
  const notes = notesOf(search, { ...input, query }, originals);
  if (passages.length === 0) {
    const none =
      'nothing that was taken out holds any of these words; list_originals shows what there is';
    return `[${[none, ...notes].join('; ')}]`;
  }
  const count =
    passages.length === 1 ? 'one passage' : `${passages.length} passages, the best first`;
  const head = [`${count}; recall reads on with the arguments in front of each`, ...notes];
  return [
    `[${head.join('; ')}]`,
    ...passages.map((passage) => lineOf(passage, automaton, originals)),
  ].join('\n');
}

/** Returns what was not searched or was ignored, and how to continue. */
function notesOf(
  { from, to, total, cut, ignored }: SessionSearch,
  input: ToolInput,
  originals: Pick<Originals, 'shortId'>,
): readonly string[] {
  const notes: string[] = [];
  if (ignored.length > 0) {
    notes.push(
      `these words were too many and were left out: ${truncateText(ignored.join(' '), SHOWN)}`,
    );
  }
  if (cut !== undefined)
    notes.push(
      `only the beginning of ${originals.shortId(cut)} was searched, recall reads all of it`,
    );
  if (from >= total && from > 0) notes.push(`there are ${total} messages, and none behind them`);
  else if (to < total) {
    const next = JSON.stringify({ ...input, offset: to });
    notes.push(`searched were messages ${from + 1} to ${to} of ${total}; to go on: ${next}`);
  } else if (from > 0) notes.push(`searched were messages ${from + 1} to ${to} of ${total}`);
  return notes;
}

function lineOf(
  passage: Passage<OriginalText>,
  automaton: WordAutomaton,
  originals: Pick<Originals, 'shortId'>,
): string {
  const { source, offset, column } = passage;
  const short = originals.shortId(source.original);
  const id = source.part === 1 ? short : `${short}.${source.part}`;
  const place = JSON.stringify({ id, offset, ...(column === 1 ? {} : { column }) });
  return `${place} ${shown(passage, automaton)}`;
}

/** Returns the line of a passage with the most query words, from shortly before the first of them. */
function shown({ source, start, end }: Passage<OriginalText>, automaton: WordAutomaton): string {
  const text = source.text.slice(start, end);
  let best = { line: '', words: -1, first: 0 };
  for (const line of text.split(/[\n\r\u2028\u2029]/)) {
    const { words, first } = firstFound(line, automaton);
    if (words > best.words) best = { line, words, first };
  }
  const { line, first } = best;
  const from = line.length <= SHOWN ? 0 : Math.max(0, first - SHOWN / 4);
  return `${from === 0 ? '' : '…'}${truncateText(line.slice(from).toWellFormed(), SHOWN).trim()}`;
}

/** Returns the number of query words in a line, and the end of the first one. */
function firstFound(
  line: string,
  automaton: WordAutomaton,
): { readonly words: number; readonly first: number } {
  let [any, first] = [0, 0];
  scanText(line, line.length, { automaton }, (found) => {
    if (any === 0) first = found.first;
    any |= found.any;
  });
  let words = 0;
  for (let rest = any; rest !== 0; rest &= rest - 1) words += 1;
  return { words, first };
}
