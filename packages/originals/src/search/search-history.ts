import { lineSpans, truncateText } from '@palimpsest/engine/text';
import type { Originals } from '../originals.ts';
import { messageParts } from '../recall/message-text.ts';
import { InputMistake, readCount, readToolInput } from '../tool-input.ts';
import { MAX_QUERY_LENGTH, PASSAGES } from './search-tool.ts';
import { lowerCase, matchWords, queryWords } from './words.ts';

/** Answers calls of `SEARCH_TOOL` with the input that the model sent. */
export type HistorySearch = (input: unknown) => Promise<string>;

type SearchedOriginals = Pick<Originals, 'ids' | 'recallAll' | 'shortId'>;

/** Maximum number of query words that are searched. */
const MAX_WORDS = 16;
/** UTF-16 units after which a search ends with the current original. */
const MAX_CHARACTERS = 10 * 1_024 * 1_024;
/** Number of originals read from the store at once. */
const AT_ONCE = 16;
/** Maximum size of a passage. Of a longer line, it is a piece that ends with a word. */
const MAX_LINES = 20;
const MAX_LENGTH = 2_000;
/** Maximum number of UTF-16 units shown of a passage. */
const SHOWN = 240;

/** Creates the search of a session's originals. Its calls throw `InputMistake` for an invalid argument, and the errors of the store. */
export function createHistorySearch(originals: SearchedOriginals): HistorySearch {
  return async (given) => {
    const input = readToolInput(given, ['query', 'limit', 'offset']);
    const { query } = input;
    const isValid = typeof query === 'string' && query.length <= MAX_QUERY_LENGTH;
    const words = isValid ? queryWords(query) : [];
    if (words.length === 0) {
      const expected = `text with a word in it, up to ${MAX_QUERY_LENGTH} characters`;
      throw new InputMistake('query', query, expected);
    }
    const limit = readCount(input, 'limit', {
      default: PASSAGES.default,
      min: 1,
      max: PASSAGES.max,
    });
    const offset = readCount(input, 'offset', { default: 0, min: 0 });
    const searched = words.slice(0, MAX_WORDS);
    const { passages, end } = await findPassages(originals, searched, offset);
    const best = rank(passages, limit);

    const total = originals.ids().length;
    const notes: string[] = [];
    if (words.length > MAX_WORDS) {
      const ignored = truncateText(words.slice(MAX_WORDS).join(' '), SHOWN);
      notes.push(`these words were too many and were left out: ${ignored}`);
    }
    if (offset >= total && offset > 0) {
      notes.push(`there are ${total} messages, and none behind them`);
    } else if (offset > 0 || end < total) {
      const next = end < total ? `; to go on: ${JSON.stringify({ ...input, offset: end })}` : '';
      notes.push(`searched were messages ${offset + 1} to ${end} of ${total}${next}`);
    }
    if (best.length === 0) {
      return `[${['nothing that was taken out holds any of these words', ...notes].join('; ')}]`;
    }
    const count = best.length === 1 ? 'one passage' : `${best.length} passages, the best first`;
    const head = [`${count}; recall gives its lines with the arguments in front of each`, ...notes];
    const lines = best.map((passage) => showPassage(passage, searched, originals));
    return [`[${head.join('; ')}]`, ...lines].join('\n');
  };
}

interface Passage {
  readonly original: string;
  /** 1-based part of the original. */
  readonly part: number;
  /** 1-based line in which it begins. */
  readonly offset: number;
  /** 1-based character in that line at which it begins; more than 1 only within a long line. */
  readonly column: number;
  readonly text: string;
  /** By query word, as `matchWords` returns it. */
  readonly matches: readonly number[];
}

/** Returns the passages with query words, of as many originals from `offset` on as one search reads, and the number of the last of these. */
async function findPassages(
  originals: SearchedOriginals,
  words: readonly string[],
  offset: number,
): Promise<{ readonly passages: readonly Passage[]; readonly end: number }> {
  const ids = originals.ids();
  const passages: Passage[] = [];
  let end = offset;
  for (let size = 0; end < ids.length && size < MAX_CHARACTERS;) {
    const some = ids.slice(end, end + AT_ONCE);
    const recalled = await originals.recallAll(some);
    for (const [index, found] of recalled.entries()) {
      if (size >= MAX_CHARACTERS) break;
      end += 1;
      const parts = found.kind === 'found' ? messageParts(found.message) : [];
      for (const [at, text] of parts.entries()) {
        size += text.length;
        for (const piece of splitText(text)) {
          const matches = matchWords(piece.text, words);
          if (matches.some(Boolean))
            passages.push({ ...piece, original: some[index]!, part: at + 1, matches });
        }
      }
    }
  }
  return { passages, end };
}

/** Splits a text into passages. */
function splitText(text: string): readonly Pick<Passage, 'text' | 'offset' | 'column'>[] {
  const passages: Pick<Passage, 'text' | 'offset' | 'column'>[] = [];
  let [start, offset, column] = [0, 1, 1];
  const endAt = (end: number): void =>
    void passages.push({ text: text.slice(start, end), offset, column });
  for (const [index, line] of lineSpans(text).entries()) {
    const isFull = index + 1 - offset >= MAX_LINES || line.end - start > MAX_LENGTH || column > 1;
    if (line.start > start && isFull) {
      endAt(line.start);
      [start, offset, column] = [line.start, index + 1, 1];
    }
    while (line.end - start > MAX_LENGTH) {
      const end = Math.min(endOfWord(text, start + MAX_LENGTH), line.end);
      endAt(end);
      [start, column] = [end, end - line.start + 1];
    }
  }
  endAt(text.length);
  return passages;
}

const REST_OF_WORD = /[\p{L}\p{M}\p{N}_]{0,2000}/uy;

function endOfWord(text: string, index: number): number {
  REST_OF_WORD.lastIndex = index;
  return index + (REST_OF_WORD.exec(text)?.[0].length ?? 0);
}

/** Returns the best passages first: those with more query words, and rarer ones. Equal ones stay in their order. */
function rank<Matched extends Pick<Passage, 'matches'>>(
  passages: readonly Matched[],
  limit: number,
): Matched[] {
  const words = passages[0]?.matches ?? [];
  const weights = words.map((_, word) => {
    const having = passages.filter(({ matches }) => matches[word]! > 0).length;
    return Math.log(1 + passages.length / Math.max(1, having));
  });
  const scoreOf = ({ matches }: Matched): number =>
    weights.reduce((sum, weight, word) => sum + weight * matches[word]!, 0);
  return passages
    .map((passage) => ({ passage, score: scoreOf(passage) }))
    .toSorted((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ passage }) => passage);
}

/** Returns the arguments with which `recall` returns a passage, and its line with the most query words. */
function showPassage(
  { original, part, text, offset, column }: Passage,
  words: readonly string[],
  originals: SearchedOriginals,
): string {
  const lines = lineSpans(text).map(({ start, end }) => text.slice(start, end));
  // A passage that ends with a line end does not hold the line after it.
  const limit = lines.length > 1 && lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const short = originals.shortId(original);
  const id = part === 1 ? short : `${short}.${part}`;
  const input = JSON.stringify({ id, offset, limit, ...(column === 1 ? {} : { column }) });
  const matched = lines.map((line) => ({ line, matches: matchWords(line, words) }));
  const { line } = rank(matched, 1)[0]!;
  const lower = lowerCase(line);
  const places = words.map((word) => lower.indexOf(word)).filter((index) => index >= 0);
  const from = line.length <= SHOWN ? 0 : Math.max(0, Math.min(...places) - SHOWN / 4);
  const shown = truncateText(line.slice(from).toWellFormed(), SHOWN).trim();
  return `${input} ${from === 0 ? '' : '…'}${shown}`;
}
