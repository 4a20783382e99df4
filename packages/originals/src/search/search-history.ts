import { lineSpans, truncateText } from '@palimpsest/text';
import type { Originals } from '../originals.ts';
import { queryWords } from './words.ts';
import { scanText } from './scan-text.ts';
import {
  createSessionSearch,
  type OriginalText,
  type SearchSession,
  type SessionSearch,
} from './search-session.ts';
import type { Passage } from './search-texts.ts';
import { FOUND, MAX_QUERY_LENGTH } from './search-tool.ts';
import { InputMistake, readCount, readToolInput, type ToolInput } from '../tool-input.ts';
import type { WordAutomaton } from './word-automaton.ts';

/** Answers calls of `SEARCH_TOOL` with the input that the model sent. */
export type HistorySearch = (input: unknown) => Promise<string>;

/**
 * Creates the search of a session's originals. It keeps the texts of the last search for the next one. Its calls throw `InputMistake` for an
 * invalid argument, and the errors of the store.
 */
export function createHistorySearch(
  originals: Pick<Originals, 'ids' | 'recallAll' | 'shortId'>,
): HistorySearch {
  const searchSession = createSessionSearch(originals);
  return (input) => searchOriginals(searchSession, originals, input);
}

/** Maximum number of UTF-16 units shown of a passage. */
const SHOWN = 240;

async function searchOriginals(
  searchSession: SearchSession,
  originals: Pick<Originals, 'shortId'>,
  given: unknown,
): Promise<string> {
  const input = readToolInput(given, ['query', 'limit', 'offset']);
  const { query } = input;
  const words =
    typeof query === 'string' && query.length <= MAX_QUERY_LENGTH ? queryWords(query) : [];
  if (words.length === 0) {
    const expected = `text with a word in it, up to ${MAX_QUERY_LENGTH} characters`;
    throw new InputMistake('query', query, expected);
  }
  const limit = readCount(input, 'limit', { usual: FOUND.usual, least: 1, most: FOUND.most });
  const offset = readCount(input, 'offset', { usual: 0, least: 0, most: Number.MAX_SAFE_INTEGER });
  const search = await searchSession({ words, limit, offset });
  const { passages, automaton } = search;
  const notes = notesOf(search, { ...input, query }, originals);
  if (passages.length === 0) {
    const none = 'nothing that was taken out holds any of these words';
    return `[${[none, ...notes].join('; ')}]`;
  }
  const count =
    passages.length === 1 ? 'one passage' : `${passages.length} passages, the best first`;
  const head = [`${count}; recall gives its lines with the arguments in front of each`, ...notes];
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
  const { source, start, end, offset, column } = passage;
  const short = originals.shortId(source.original);
  const id = source.part === 1 ? short : `${short}.${source.part}`;
  const lines = lineSpans(source.text.slice(start, end));
  const last = lines.at(-1)!;
  // A passage that ends with a line end does not hold the line after it.
  const limit = lines.length > 1 && last.start === last.end ? lines.length - 1 : lines.length;
  const place = JSON.stringify({ id, offset, limit, ...(column === 1 ? {} : { column }) });
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
