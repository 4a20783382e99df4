import type { IContent, RequirementLevel, Services } from '@palimpsest/core-types';
import { directivesIn, REQUIREMENT_LABELS } from '@palimpsest/directives';
import { DEMANDS_HEADING } from '@palimpsest/history';

/** A directive as a row of the directives note. */
export interface DirectiveRow {
  readonly force: RequirementLevel;
  /** Verbatim, without list markers and level label. */
  readonly text: string;
  /** The text as a line that keeps its level without context: labelled if the text alone does not express the level, or if it was labelled before. */
  readonly row: string;
}

/** Finds the directives of a text. */
export type FindDirectives = NonNullable<Services['directives']>;

/** A cache by finder: each compression gets the same entries again, and parsing a few megabytes takes a second. */
const read = new WeakMap<FindDirectives, WeakMap<IContent, readonly DirectiveRow[]>>();

/**
 * Returns whether an entry is a summary by a model. It may quote tool output, so it contains no user directives. Summaries with
 * `metadata.extractive` consist of the user's own sentences.
 */
function isForeignSummary({ metadata }: IContent): boolean {
  return metadata?.isSummary === true && metadata['extractive'] === undefined;
}

/** Levels of the directives that bind: they are kept. */
const BINDING: ReadonlySet<RequirementLevel> = new Set(['must-not', 'must', 'only']);

/** Returns the binding directives of an entry, in order. */
export function listDirectiveRows(entry: IContent, find: FindDirectives): readonly DirectiveRow[] {
  const known = read.get(find) ?? new WeakMap<IContent, readonly DirectiveRow[]>();
  read.set(find, known);
  let demands = known.get(entry);
  if (demands === undefined) {
    const said = isForeignSummary(entry) ? [] : directivesIn(entry, find);
    demands = said
      .flatMap(({ text, level }) => demandFrom(text, level, find) ?? [])
      .filter(({ force }) => BINDING.has(force));
    known.set(entry, demands);
  }
  return demands;
}

function demandFrom(
  said: string,
  force: RequirementLevel,
  find: FindDirectives,
): DirectiveRow | undefined {
  const line = said.toWellFormed();
  if (line === DEMANDS_HEADING) return undefined;
  const { force: marked, text } = parseRow(line);
  if (text === '') return undefined;
  // A row of a note that lost its metadata has its label already.
  if (marked !== undefined) return { force: marked, text, row: formatRow(text, marked) };
  const bindsAlone = find(text)[0]?.level === force;
  return { force, text, row: bindsAlone ? text : formatRow(text, force) };
}

const FORCES = new Map(
  Object.entries(REQUIREMENT_LABELS).map(([force, words]) => [words, force as RequirementLevel]),
);

/** A list marker or level label at the start of a line, in notes, summaries and user messages. */
const MARK = new RegExp(
  `^\\s*(?:(?:[-*+•·‣–]|\\(?\\d{1,3}[.)])\\s+|\\((${Object.values(REQUIREMENT_LABELS).join('|')})\\)\\s+)`,
);

/** Maximum number of list markers and labels at the start of a line. */
const MOST_MARKS = 4;

/** Returns the text with the label of its level before it. */
export function formatRow(text: string, force: RequirementLevel): string {
  return `(${REQUIREMENT_LABELS[force]}) ${text}`;
}

/** Returns a line without the markers at its start, and the first level that they name. */
export function parseRow(line: string): {
  readonly force: RequirementLevel | undefined;
  readonly text: string;
} {
  let rest = line;
  let force: RequirementLevel | undefined;
  for (let marks = 0; marks < MOST_MARKS; marks += 1) {
    const match = MARK.exec(rest);
    if (match === null) break;
    rest = rest.slice(match[0].length);
    force ??= FORCES.get(match[1] ?? '');
  }
  return { force, text: rest.trim() };
}
