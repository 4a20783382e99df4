import { lineSpans, truncateText } from '@palimpsest/engine/text';
import type { Originals } from '../originals.ts';
import { messageParts } from '../recall/message-text.ts';
import { InputMistake, readCount, readToolInput } from '../tool-input.ts';
import { forEachPassage, rankPassages, type Place } from './passages.ts';
import { FOUND, MAX_QUERY_LENGTH } from './search-tool.ts';
import { findWords, MAX_WORDS, queryWords, type FoundWords } from './words.ts';

/** Answers calls of `SEARCH_TOOL` with the input that the model sent. */
export type HistorySearch = (input: unknown) => Promise<string>;

type SearchedOriginals = Pick<Originals, 'ids' | 'recallAll' | 'shortId'>;

/** UTF-16 units after which a search ends with the current original. */
const MAX_CHARACTERS = 10 * 1_024 * 1_024;
/** Minimum size that each original counts, in UTF-16 units: reading a short original costs more than searching it. */
const MIN_COUNTED = 1_024;
/** Maximum number of originals read from the store at once. */
const AT_ONCE = 256;
/** Maximum number of UTF-16 units shown of a passage. */
const SHOWN = 240;

/**
 * Creates the search of a session's originals. It keeps the texts of the last search for the next one. Its calls throw `InputMistake` for an
 * invalid argument, and the errors of the store.
 */
export function createHistorySearch(originals: SearchedOriginals): HistorySearch {
  let kept: ReadonlyMap<string, readonly string[]> = new Map();
  return async (given) => {
    const input = readToolInput(given, ['query', 'limit', 'offset']);
    const { query } = input;
    const isValid = typeof query === 'string' && query.length <= MAX_QUERY_LENGTH;
    const words = isValid ? queryWords(query) : [];
    if (words.length === 0) {
      const expected = `text with a word in it, up to ${MAX_QUERY_LENGTH} characters`;
      throw new InputMistake('query', query, expected);
    }
    const limit = readCount(input, 'limit', { usual: FOUND.usual, least: 1, most: FOUND.most });
    const offset = readCount(input, 'offset', { usual: 0, least: 0 });
    const texts = await readTexts(originals, offset, kept);
    kept = texts;
    const searched = words.slice(0, MAX_WORDS);
    const passages = rankPassages(findPassages(texts, searched), limit);

    const total = originals.ids().length;
    const to = offset + texts.size;
    const notes: string[] = [];
    if (words.length > MAX_WORDS) {
      const ignored = truncateText(words.slice(MAX_WORDS).join(' '), SHOWN);
      notes.push(`these words were too many and were left out: ${ignored}`);
    }
    if (offset >= total && offset > 0) {
      notes.push(`there are ${total} messages, and none behind them`);
    } else if (offset > 0 || to < total) {
      const next = to < total ? `; to go on: ${JSON.stringify({ ...input, offset: to })}` : '';
      notes.push(`searched were messages ${offset + 1} to ${to} of ${total}${next}`);
    }
    if (passages.length === 0) {
      return `[${['nothing that was taken out holds any of these words', ...notes].join('; ')}]`;
    }
    const count =
      passages.length === 1 ? 'one passage' : `${passages.length} passages, the best first`;
    const head = [`${count}; recall gives its lines with the arguments in front of each`, ...notes];
    const lines = passages.map((passage) => lineOf(passage, searched, originals));
    return [`[${head.join('; ')}]`, ...lines].join('\n');
  };
}

/** Returns the parts of the originals from `offset` on, by id: as many originals as one search reads. Missing originals have no parts. */
async function readTexts(
  originals: SearchedOriginals,
  offset: number,
  kept: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = originals.ids().slice(offset);
  const texts = new Map<string, readonly string[]>();
  let size = 0;
  let portion = 1;
  while (texts.size < ids.length && size < MAX_CHARACTERS) {
    const some = ids.slice(texts.size, texts.size + portion);
    const unread = some.filter((id) => !kept.has(id));
    const recalled = unread.length === 0 ? [] : await originals.recallAll(unread);
    const read = new Map(unread.map((id, index) => [id, recalled[index]!]));
    for (const id of some) {
      if (size >= MAX_CHARACTERS) break;
      const found = read.get(id);
      const parts = kept.get(id) ?? (found?.kind === 'found' ? messageParts(found.message) : []);
      texts.set(id, parts);
      size += Math.max(
        MIN_COUNTED,
        parts.reduce((sum, { length }) => sum + length, 0),
      );
    }
    // The next portion should just fill what one search reads. A larger one would read originals that are thrown away; a smaller one costs more requests.
    const fitting = Math.floor((MAX_CHARACTERS - size) / (size / texts.size));
    portion = Math.max(1, Math.min(fitting, portion * 2, AT_ONCE));
  }
  return texts;
}

interface Passage {
  readonly original: string;
  /** 1-based part of the original. */
  readonly part: number;
  readonly text: string;
  readonly place: Place;
  readonly found: FoundWords;
}

function findPassages(
  texts: ReadonlyMap<string, readonly string[]>,
  words: readonly string[],
): Passage[] {
  const passages: Passage[] = [];
  for (const [original, parts] of texts) {
    for (const [index, text] of parts.entries()) {
      forEachPassage(text, (place) => {
        const found = findWords(text.slice(place.start, place.end), words);
        if (found.strengths.some(Boolean))
          passages.push({ original, part: index + 1, text, place, found });
      });
    }
  }
  return passages;
}

/** Returns the arguments with which `recall` returns a passage, and its line with the most query words. */
function lineOf(
  { original, part, text, place }: Passage,
  words: readonly string[],
  originals: SearchedOriginals,
): string {
  const { offset, column } = place;
  const passage = text.slice(place.start, place.end);
  const lines = lineSpans(passage).map(({ start, end }) => passage.slice(start, end));
  // A passage that ends with a line end does not hold the line after it.
  const limit = lines.length > 1 && lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const short = originals.shortId(original);
  const id = part === 1 ? short : `${short}.${part}`;
  const wish = JSON.stringify({ id, offset, limit, ...(column === 1 ? {} : { column }) });
  const [best] = rankPassages(
    lines.map((line) => ({ line, found: findWords(line, words) })),
    1,
  );
  const { line, found } = best!;
  const from = line.length <= SHOWN ? 0 : Math.max(0, found.first - SHOWN / 4);
  const shown = truncateText(line.slice(from).toWellFormed(), SHOWN).trim();
  return `${wish} ${from === 0 ? '' : '…'}${shown}`;
}
