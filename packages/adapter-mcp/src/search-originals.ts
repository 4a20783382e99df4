import { truncateText } from '@palimpsest/text';
import { InputMistake, readCount, refuseOthers, type ToolInput } from './read-input.ts';
import { queryWords } from './search/query-words.ts';
import type { OriginalText, SearchSession, SessionSearch } from './search/search-session.ts';
import type { FoundPassage } from './search/search-texts.ts';
import type { Found, WordMatcher } from './search/word-matcher.ts';
import { FOUND, LONGEST_QUERY } from './server-tools.ts';

/** Characters that are shown of a passage. */
const SHOWN = 240;

/**
 * Answers a call of `search_originals`.
 *
 * @throws {InputMistake} for arguments that cannot be meant
 */
export async function searchOriginals(
  searchSession: SearchSession,
  input: ToolInput,
): Promise<string> {
  refuseOthers(input, ['query', 'limit', 'offset']);
  const { query } = input;
  const words = typeof query === 'string' && query.length <= LONGEST_QUERY ? queryWords(query) : [];
  if (words.length === 0) {
    const accepted = `text with a word in it, up to ${LONGEST_QUERY} characters`;
    throw new InputMistake('query', query, accepted);
  }
  const limit = readCount(input, 'limit', { usual: FOUND.usual, least: 1, most: FOUND.most });
  const offset = readCount(input, 'offset', { usual: 0, least: 0, most: Number.MAX_SAFE_INTEGER });
  const search = await searchSession({ words, limit, offset });
  const { passages, matcher } = search;
  const notes = notesOf(search, { ...input, query });
  if (passages.length === 0) {
    const none =
      'nothing that was taken out holds any of these words; list_originals shows what there is';
    return `[${[none, ...notes].join('; ')}]`;
  }
  const count =
    passages.length === 1 ? 'one passage' : `${passages.length} passages, the best first`;
  const head = [`${count}; recall reads on with the arguments in front of each`, ...notes];
  return [`[${head.join('; ')}]`, ...passages.map((passage) => lineOf(passage, matcher))].join(
    '\n',
  );
}

/** What was not searched, or not looked for, and how to go on. */
function notesOf(
  { from, to, total, cut, ignored }: SessionSearch,
  input: ToolInput,
): readonly string[] {
  const notes: string[] = [];
  if (ignored.length > 0) {
    notes.push(
      `these words were too many and were left out: ${truncateText(ignored.join(' '), SHOWN)}`,
    );
  }
  if (cut !== undefined)
    notes.push(`only the beginning of ${cut} was searched, recall reads all of it`);
  if (from >= total && from > 0) notes.push(`there are ${total} messages, and none behind them`);
  else if (to < total) {
    const next = JSON.stringify({ ...input, offset: to });
    notes.push(`searched were messages ${from + 1} to ${to} of ${total}; to go on: ${next}`);
  } else if (from > 0) notes.push(`searched were messages ${from + 1} to ${to} of ${total}`);
  return notes;
}

function lineOf(passage: FoundPassage<OriginalText>, matcher: WordMatcher): string {
  const { source, offset, column } = passage;
  const place = JSON.stringify({ id: source.id, offset, ...(column === 1 ? {} : { column }) });
  return `${place} ${shown(passage, matcher)}`;
}

/** Returns the line of a passage in which most of the words stand, from shortly before the first of them. */
function shown({ source, start, end }: FoundPassage<OriginalText>, matcher: WordMatcher): string {
  const text = source.text.slice(start, end);
  let best = { line: '', words: -1, first: 0 };
  for (const line of text.split(/[\n\r\u2028\u2029]/)) {
    const { words, first } = firstFound(line, matcher);
    if (words > best.words) best = { line, words, first };
  }
  const { line, first } = best;
  const from = line.length <= SHOWN ? 0 : Math.max(0, first - SHOWN / 4);
  return `${from === 0 ? '' : '…'}${truncateText(line.slice(from).toWellFormed(), SHOWN).trim()}`;
}

/** Returns how many query words stand in a line, and where the first of them ends. */
function firstFound(
  line: string,
  matcher: WordMatcher,
): { readonly words: number; readonly first: number } {
  const found: Found = { any: 0, begun: 0, whole: 0 };
  let [state, first] = [0, 0];
  for (let index = 0; index < line.length; index += 1) {
    const letter = matcher.letters[line.charCodeAt(index)]!;
    state = letter === 0 ? 0 : matcher.moves[state * matcher.width + letter]!;
    matcher.collect(state, line, index, found);
    if (first === 0 && found.any !== 0) first = index;
  }
  let words = 0;
  for (let rest = found.any; rest !== 0; rest &= rest - 1) words += 1;
  return { words, first };
}
