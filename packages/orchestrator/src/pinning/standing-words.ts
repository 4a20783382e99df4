import type { IContent } from '@palimpsest/core-types';
import { findDirectives } from '@palimpsest/directives';
import { demandsOf, type Demand } from './demand.ts';
import { readRow, writeRow } from './note-rows.ts';

/** Tells whether a demand stands in a history, in the words of people, of the system or of a summary. */
export type Standing = (demand: Demand) => boolean;

/**
 * Demands that are neither a sentence nor a line of the history are looked for anywhere in its text, so many of them. With every one the
 * whole text is read, so what is asked about first is found most surely; of more than this, the others count as gone.
 */
const MOST_SEARCHES = 200;

/** What stands in a history, once it is asked about. */
export function standingIn(history: readonly IContent[]): Standing {
  let words: ReturnType<typeof wordsOf> | undefined;
  let searches = 0;
  return ({ text, row }) => {
    words ??= wordsOf(history);
    if (words.rows.has(row)) return true;
    searches += 1;
    if (searches > MOST_SEARCHES) return false;
    // What an earlier cut left of a sentence is no demand of its own.
    const searched = row === text ? text.replace(/(?:…|\.\.\.)$/, '') : row;
    return words.texts.some((said) => said.includes(searched));
  };
}

function wordsOf(history: readonly IContent[]): {
  readonly rows: ReadonlySet<string>;
  readonly texts: readonly string[];
} {
  const rows = new Set<string>();
  const texts: string[] = [];
  for (const entry of history) {
    const { speaker, blocks, metadata } = entry;
    const isSummary = metadata?.isSummary === true;
    if (speaker !== 'human' && speaker !== 'system' && !isSummary) continue;
    for (const demand of demandsOf(entry)) rows.add(demand.row);
    for (const block of blocks) {
      if (block.type !== 'text') continue;
      texts.push(block.text);
      const isMade = speaker !== 'human' || isSummary || metadata?.synthetic === true;
      if (isMade) addRows(rows, block.text);
    }
  }
  return { rows, texts };
}

/** Lines and demands of a text that no person wrote, as a note would say them. */
function addRows(rows: Set<string>, text: string): void {
  const sentences = findDirectives(text).map((directive) => directive.text);
  for (const line of [...text.split(LINE_END), ...sentences]) {
    const { force, text: said } = readRow(line);
    rows.add(said);
    if (force !== undefined) rows.add(writeRow(said, force));
  }
}

const LINE_END = /\r\n|[\r\n\v\f\u{85}\u{2028}\u{2029}]/u;
