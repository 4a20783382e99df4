import type { IContent } from '@palimpsest/core-types';
import { isOneOff } from '../../directives/words.ts';
import { isRecordEntry, personTexts } from '../../history/index.ts';
import {
  formatRow,
  listDirectiveRows,
  parseRow,
  type DirectiveRow,
  type FindDirectives,
} from './directive-rows.ts';
import { findReplacedSentences } from './replaced-directives.ts';

/** A directive that the shortened history no longer contains, and the messages that stated it. */
export interface LostDirective {
  readonly row: string;
  /** Indices in the history before the compression, ascending. */
  readonly sources: readonly number[];
}

/**
 * Returns the directives of `before` that `after` does not contain, once each, in the order of their last occurrence. Skips entries that
 * `after` still has: their directives are not lost. Orders for one occasion are no standing rules, and neither is
 * what a later sentence replaces.
 */
export function findLostDirectives(
  before: readonly IContent[],
  after: readonly IContent[],
  find: FindDirectives,
): LostDirective[] {
  const surviving = new Set(after);
  const isPresent = createPresenceCheck(after, find);
  const sources = new Map<string, number[]>();
  const present = new Set<string>();
  let replaced: ReadonlySet<string> | undefined;
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const entry = before[at]!;
    if (surviving.has(entry)) continue;
    for (const directive of listDirectiveRows(entry, find).toReversed()) {
      if (present.has(directive.row) || isOneOff(directive.text)) continue;
      const known = sources.get(directive.row);
      if (known !== undefined) {
        if (known.at(-1) !== at) known.push(at);
      } else if (isPresent(directive)) present.add(directive.row);
      else if (!(replaced ??= findReplacedSentences(before)).has(directive.text)) {
        sources.set(directive.row, [at]);
      }
    }
  }
  return Array.from(sources, ([row, from]) => ({ row, sources: from.toReversed() })).toReversed();
}

/** Returns whether a history contains a directive, in user, system or summary text. */
type PresenceCheck = (directive: DirectiveRow) => boolean;

/**
 * Maximum full-text searches per history. A directive that is neither a sentence nor a line of it needs one, which reads the whole text.
 * Directives beyond the maximum count as lost; the newest are checked first.
 */
const MAX_SEARCHES = 200;

/** Creates a presence check, which parses the history on first use. */
function createPresenceCheck(history: readonly IContent[], find: FindDirectives): PresenceCheck {
  let presentText: ReturnType<typeof collectText> | undefined;
  let searches = 0;
  return ({ text, row }) => {
    presentText ??= collectText(history, find);
    if (presentText.rows.has(row)) return true;
    searches += 1;
    if (searches > MAX_SEARCHES) return false;
    // A truncated directive is part of its full sentence: search without the ellipsis.
    const searched = row === text ? text.replace(/(?:…|\.\.\.)$/, '') : row;
    return presentText.texts.some((sentence) => sentence.includes(searched));
  };
}

function collectText(
  history: readonly IContent[],
  find: FindDirectives,
): {
  readonly rows: ReadonlySet<string>;
  readonly texts: readonly string[];
} {
  const rows = new Set<string>();
  const texts: string[] = [];
  for (const entry of history) {
    const { speaker, blocks, metadata } = entry;
    const isSummary = metadata?.isSummary === true;
    for (const directive of listDirectiveRows(entry, find)) rows.add(directive.row);
    if (isRecordEntry(entry) || speaker === 'tool') {
      texts.push(...personTexts(entry));
      continue;
    }
    if (speaker !== 'human' && speaker !== 'system' && !isSummary) continue;
    for (const block of blocks) {
      if (block.type !== 'text') continue;
      texts.push(block.text);
      const isGenerated = speaker !== 'human' || isSummary || metadata?.synthetic === true;
      if (isGenerated) addRows(rows, block.text, find);
    }
  }
  return { rows, texts };
}

/** Adds the lines and directives of a text that no user wrote, as note rows. */
function addRows(rows: Set<string>, text: string, find: FindDirectives): void {
  const sentences = find(text).map((directive) => directive.text);
  for (const line of [...text.split(LINE_END), ...sentences]) {
    const { level, text: sentence } = parseRow(line);
    rows.add(sentence);
    if (level !== undefined) rows.add(formatRow(sentence, level));
  }
}

const LINE_END = /\r\n|[\r\n\v\f\u{85}\u{2028}\u{2029}]/u;
