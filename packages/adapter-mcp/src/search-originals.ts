import { cutText } from '@palimpsest/text';
import { InputMistake, readCount, refuseOthers, type ToolInput } from './read-input.ts';
import type { Hit, SearchIndex } from './search-index.ts';
import { FOUND, LONGEST_QUERY } from './server-tools.ts';
import { wordsOf } from './words.ts';

/** Characters that are shown of a passage. */
const SHOWN = 240;

/**
 * Answers a call of `search_originals`.
 *
 * @throws {InputMistake} for arguments that cannot be meant
 */
export async function searchOriginals(index: SearchIndex, input: ToolInput): Promise<string> {
  refuseOthers(input, ['query', 'limit']);
  const { query } = input;
  if (typeof query !== 'string' || query.length > LONGEST_QUERY || wordsOf(query).length === 0) {
    throw new InputMistake(
      'query',
      query,
      `text with a word in it, up to ${LONGEST_QUERY} characters`,
    );
  }
  const limit = readCount(input, 'limit', { usual: FOUND.usual, least: 1, most: FOUND.most });
  const hits = await index.search(query, limit);
  if (hits.length === 0) {
    return '[nothing that was taken out holds any of these words; list_originals shows what there is]';
  }
  const count = hits.length === 1 ? 'one passage' : `${hits.length} passages, the best first`;
  return [
    `[${count}; recall reads on with the arguments in front of each]`,
    ...hits.map(lineOf),
  ].join('\n');
}

function lineOf({ id, offset, column, ...passage }: Hit): string {
  const place = JSON.stringify({ id, offset, ...(column === 1 ? {} : { column }) });
  return `${place} ${shown(passage)}`;
}

/** The line of a passage in which most of the words stand, from shortly before the first of them. */
function shown({ text, matched }: Pick<Hit, 'text' | 'matched'>): string {
  const wanted = new Set(matched);
  let [best, most] = ['', -1];
  for (const line of text.split(/[\n\r\u2028\u2029]/)) {
    const words = new Set(wordsOf(line).filter((word) => wanted.has(word))).size;
    if (words > most) [best, most] = [line, words];
  }
  const lower = best.toLowerCase();
  const places = matched.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, best.length) - SHOWN / 4);
  const from = best.length <= SHOWN ? 0 : start;
  return `${from === 0 ? '' : '…'}${cutText(best.slice(from).toWellFormed(), SHOWN).trim()}`;
}
