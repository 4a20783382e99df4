import type { IContent } from '@palimpsest/core-types';
import { findReplacedSentences } from '../../directives/statements.ts';
import { isOneOff, MAX_SEARCHED_LENGTH } from '../../directives/words.ts';
import { isRecordEntry, personTexts } from '../../history/index.ts';
import { listDirectiveRows, type DirectiveRow, type FindDirectives } from './directive-rows.ts';

/** A directive that the shortened history no longer contains, and the messages that stated it. */
export interface LostDirective {
  readonly row: string;
  /** Whether the row needs a label: an item of a list may bind only by the line above it. */
  readonly isLabelled: boolean;
  /** Indices in the history before the compression, ascending. */
  readonly sources: readonly number[];
}

/**
 * Returns the directives of `before` that `after` does not contain, once each, in the order of their last occurrence. Skips entries that
 * `after` still has, orders for one occasion, and sentences that a later one replaces.
 */
export function findLostDirectives(
  before: readonly IContent[],
  after: readonly IContent[],
  find: FindDirectives,
): LostDirective[] {
  const surviving = new Set(after);
  const isPresent = createPresenceCheck(after, find);
  const lost = new Map<string, { readonly isLabelled: boolean; readonly sources: number[] }>();
  const present = new Set<string>();
  let replaced: ReadonlySet<string> | undefined;
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const entry = before[at]!;
    if (surviving.has(entry)) continue;
    for (const directive of listDirectiveRows(entry, find).toReversed()) {
      const { row, text } = directive;
      if (present.has(row) || isOneOff(text)) continue;
      const sources = lost.get(row)?.sources;
      if (sources !== undefined) {
        if (sources.at(-1) !== at) sources.push(at);
      } else if (isPresent(directive)) present.add(row);
      else if (!(replaced ??= findReplacedIn(before)).has(text))
        lost.set(row, { isLabelled: row !== text, sources: [at] });
    }
  }
  return Array.from(lost, ([row, { isLabelled, sources }]) => {
    return { row, isLabelled, sources: sources.toReversed() };
  }).toReversed();
}

/**
 * Maximum full-text searches per history, each of which reads the whole text. Directives beyond the maximum count as lost; the newest are checked
 * first.
 */
const MAX_SEARCHES = 1_000;

/** Returns whether a history contains a directive, in user, system or summary text. Reads the history on first use. */
function createPresenceCheck(
  history: readonly IContent[],
  find: FindDirectives,
): (directive: DirectiveRow) => boolean {
  let rows: ReadonlySet<string> | undefined;
  let text = '';
  let searches = 0;
  return (directive) => {
    if (rows === undefined) {
      rows = new Set(
        history.flatMap((entry) => listDirectiveRows(entry, find).map(({ row }) => row)),
      );
      text = history.flatMap(textsOf).join('\n');
    }
    if (rows.has(directive.row)) return true;
    searches += 1;
    // A truncated directive is part of its full sentence: search without the ellipsis.
    const isUnlabelled = directive.row === directive.text;
    const searched = isUnlabelled ? directive.text.replace(/(?:…|\.\.\.)$/, '') : directive.row;
    return searches <= MAX_SEARCHES && text.includes(searched);
  };
}

/** Returns the texts of an entry in which a directive still binds. */
function textsOf(entry: IContent): readonly string[] {
  const { speaker, blocks, metadata } = entry;
  if (isRecordEntry(entry) || speaker === 'tool') return personTexts(entry);
  if (speaker === 'ai' && metadata?.isSummary !== true) return [];
  return blocks.flatMap((block) => (block.type === 'text' ? block.text : []));
}

const SENTENCE_END = /\n+|(?<=[.!?])\s+(?=\p{Lu})/u;

/** Returns the sentences of users that a later one replaces. */
export function findReplacedIn(history: readonly IContent[]): ReadonlySet<string> {
  return findReplacedSentences(history.flatMap(personSentences));
}

/** Returns the sentences of people in an entry, without those of long texts, which are mostly pasted. */
export function personSentences(entry: IContent): string[] {
  return personTexts(entry)
    .filter(({ length }) => length <= MAX_SEARCHED_LENGTH)
    .flatMap((text) => text.split(SENTENCE_END).map((sentence) => sentence.trim()));
}
