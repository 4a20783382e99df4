import {
  isMarker,
  type IContent,
  type RequirementLevel,
  type Services,
} from '@palimpsest/core-types';
import { isBindingLevel, REQUIREMENT_LABELS } from '../../directives/words.ts';
import {
  DEMANDS_HEADING,
  carriedDirectives,
  isGeneratedSnapshot,
  isRecordEntry,
  personTexts,
} from '../../history/index.ts';

/** A directive that binds: a prohibition, an obligation or a restriction. */
export interface DirectiveRow {
  /** Verbatim, without list markers and level label. */
  readonly text: string;
  /** The text as a line that keeps its level without context: labelled if the text alone does not express the level, or was labelled before. */
  readonly row: string;
}

/** Finds the directives of a text. */
export type FindDirectives = NonNullable<Services['directives']>;

/** By finder: each compression gets the same entries again, and parsing a few megabytes takes a second. */
const rowsOf = new WeakMap<FindDirectives, WeakMap<IContent, readonly DirectiveRow[]>>();

/** Returns the binding directives of an entry, in order. */
export function listDirectiveRows(entry: IContent, find: FindDirectives): readonly DirectiveRow[] {
  const known = rowsOf.get(find) ?? new WeakMap<IContent, readonly DirectiveRow[]>();
  rowsOf.set(find, known);
  let rows = known.get(entry);
  if (rows === undefined) known.set(entry, (rows = [...readRows(entry, find)]));
  return rows;
}

/**
 * Reads the binding directives of an entry. The text of a summary by a model may quote tool output, so only those count that its metadata
 * carries. Summaries with `metadata.extractive` consist of the user's own sentences.
 */
function* readRows(entry: IContent, find: FindDirectives): Generator<DirectiveRow> {
  if (isGeneratedSnapshot(entry)) {
    for (const { text, force } of carriedDirectives(entry)) yield* toRow(text, force, find);
    return;
  }
  const { isSummary, synthetic, extractive } = entry.metadata ?? {};
  if (isSummary === true && extractive === undefined) return;
  if (synthetic === true && !isRecordEntry(entry)) return;
  for (const text of personTexts(entry)) {
    for (const found of isMarker(text) ? [] : find(text))
      yield* toRow(found.text, found.level, find);
  }
}

function* toRow(
  sentence: string,
  level: RequirementLevel,
  find: FindDirectives,
): Generator<DirectiveRow> {
  const line = sentence.toWellFormed();
  const { level: marked, text } = parseRow(line);
  if (line === DEMANDS_HEADING || text === '' || !isBindingLevel(marked ?? level)) return;
  // A row of a note that lost its metadata has its label already.
  const needsLabel = marked !== undefined || find(text)[0]?.level !== level;
  yield { text, row: needsLabel ? formatRow(text, marked ?? level) : text };
}

const LEVELS = new Map(
  Object.entries(REQUIREMENT_LABELS).map(([level, words]) => [words, level as RequirementLevel]),
);
const LABEL = `\\((${[...LEVELS.keys()].join('|')})\\)`;
const FIRST_LABEL = new RegExp(LABEL);
/** Up to four list markers or level labels at the start of a line, in notes, summaries and user messages. */
const PREFIXES = new RegExp(`^(?:\\s*(?:[-*+•·‣–]|\\(?\\d{1,3}[.)]|${LABEL})\\s+){0,4}`);

/** Returns the text with the label of its level before it. */
function formatRow(text: string, level: RequirementLevel): string {
  return `(${REQUIREMENT_LABELS[level]}) ${text}`;
}

/** Returns a line without the markers at its start, and the first level that they name. */
function parseRow(line: string): {
  readonly level: RequirementLevel | undefined;
  readonly text: string;
} {
  const [prefixes] = PREFIXES.exec(line)!;
  const level = LEVELS.get(FIRST_LABEL.exec(prefixes)?.[1] ?? '');
  return { level, text: line.slice(prefixes.length).trim() };
}
