import {
  isMarker,
  type Directive,
  type IContent,
  type RequirementLevel,
  type Services,
} from '@palimpsest/core-types';
import { createDirectiveFinder, findDirectives } from '../../directives/index.ts';
import { REQUIREMENT_LABELS } from '../../directives/words.ts';
import {
  DEMANDS_HEADING,
  carriedDirectives,
  isGeneratedSnapshot,
  isRecordEntry,
  personTexts,
} from '../../history/index.ts';

export interface DirectiveRow {
  readonly level: RequirementLevel;
  /** Verbatim, without list markers and level label. */
  readonly text: string;
  /**
   * The text as a line that keeps its level without context: labelled if the text alone does not express the level, or if it was labelled
   * before.
   */
  readonly row: string;
}

/** Finds the directives of a text. */
export type FindDirectives = NonNullable<Services['directives']>;

/** A cache by finder: each compression gets the same entries again, and parsing a few megabytes takes a second. */
const rowCache = new WeakMap<FindDirectives, WeakMap<IContent, readonly DirectiveRow[]>>([
  [findDirectives, new WeakMap()],
]);

/** Returns a finder for one run: it reads equal sentences of the outputs once. Entries that `findDirectives` has read are not read again. */
export function createFinderOfRun(): FindDirectives {
  const finder = createDirectiveFinder();
  rowCache.set(finder, rowCache.get(findDirectives)!);
  return finder;
}

/**
 * Finds the directives of an entry. The text of a summary by a model may quote tool output, so only those count that its metadata carries.
 * Summaries with `metadata.extractive` consist of the user's own sentences.
 */
function listDirectives(
  entry: IContent,
  find: FindDirectives,
): readonly Pick<Directive, 'text' | 'level'>[] {
  if (isGeneratedSnapshot(entry))
    return carriedDirectives(entry).map(({ text, force }) => ({ text, level: force }));
  const { isSummary, synthetic, extractive } = entry.metadata ?? {};
  if (isSummary === true && extractive === undefined) return [];
  if (synthetic === true && !isRecordEntry(entry)) return [];
  return personTexts(entry).flatMap((text) => (isMarker(text) ? [] : find(text)));
}

/** Levels of the directives that bind: they are kept. */
const BINDING: ReadonlySet<RequirementLevel> = new Set(['must-not', 'must', 'only']);

/** Returns the binding directives of an entry, in order. */
export function listDirectiveRows(entry: IContent, find: FindDirectives): readonly DirectiveRow[] {
  const known = rowCache.get(find) ?? new WeakMap<IContent, readonly DirectiveRow[]>();
  rowCache.set(find, known);
  let rows = known.get(entry);
  if (rows === undefined) {
    rows = listDirectives(entry, find)
      .flatMap(({ text, level }) => toRow(text, level, find) ?? [])
      .filter(({ level }) => BINDING.has(level));
    known.set(entry, rows);
  }
  return rows;
}

function toRow(
  sentence: string,
  level: RequirementLevel,
  find: FindDirectives,
): DirectiveRow | undefined {
  const line = sentence.toWellFormed();
  if (line === DEMANDS_HEADING) return undefined;
  const { level: markedLevel, text } = parseRow(line);
  if (text === '') return undefined;
  // A row of a note that lost its metadata has its label already.
  if (markedLevel !== undefined)
    return { level: markedLevel, text, row: formatRow(text, markedLevel) };
  const bindsAlone = find(text)[0]?.level === level;
  return { level, text, row: bindsAlone ? text : formatRow(text, level) };
}

const LEVELS = new Map(
  Object.entries(REQUIREMENT_LABELS).map(([level, words]) => [words, level as RequirementLevel]),
);

/** A list marker or level label at the start of a line, in notes, summaries and user messages. */
const PREFIX = new RegExp(
  `^\\s*(?:(?:[-*+•·‣–]|\\(?\\d{1,3}[.)])\\s+|\\((${Object.values(REQUIREMENT_LABELS).join('|')})\\)\\s+)`,
);

/** Maximum number of list markers and labels at the start of a line. */
const MAX_PREFIXES = 4;

/** Returns the text with the label of its level before it. */
export function formatRow(text: string, level: RequirementLevel): string {
  return `(${REQUIREMENT_LABELS[level]}) ${text}`;
}

/** Returns a line without the markers at its start, and the first level that they name. */
export function parseRow(line: string): {
  readonly level: RequirementLevel | undefined;
  readonly text: string;
} {
  let rest = line;
  let level: RequirementLevel | undefined;
  for (let count = 0; count < MAX_PREFIXES; count += 1) {
    const match = PREFIX.exec(rest);
    if (match === null) break;
    rest = rest.slice(match[0].length);
    level ??= LEVELS.get(match[1] ?? '');
  }
  return { level, text: rest.trim() };
}
