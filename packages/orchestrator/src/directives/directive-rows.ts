import type { IContent } from '@palimpsest/core-types';
import {
  directivesIn,
  findDirectives,
  REQUIREMENT_LABELS,
  type RequirementLevel,
} from '@palimpsest/directives';
import { DEMANDS_HEADING } from '@palimpsest/history';
import { OrchestratorOptionError } from '../orchestrator-option-error.ts';

/** Something a person demanded, as a note says it. */
export interface DirectiveRow {
  readonly force: RequirementLevel;
  /** Verbatim, without the mark of the list it stood in. */
  readonly text: string;
  /** One line that binds as strongly where nothing stands above it: the text alone where that suffices, with its force in front where not. */
  readonly row: string;
}

/** Reading takes a second for a few megabytes, and the same entries come again with every compression. */
const read = new WeakMap<IContent, readonly DirectiveRow[]>();

/**
 * A model's summary that a host put into a person's mouth may say what tools said: it is nobody's demand. One that `extractive` made holds
 * sentences of the person's own, and says so.
 */
function isForeignSummary({ metadata }: IContent): boolean {
  return metadata?.isSummary === true && metadata['extractive'] === undefined;
}

/** What a person demands in an entry, of every force, in order. */
export function listDirectiveRows(entry: IContent): readonly DirectiveRow[] {
  let demands = read.get(entry);
  if (demands === undefined) {
    const said = isForeignSummary(entry) ? [] : directivesIn(entry);
    demands = said.flatMap(({ text, level }) => demandFrom(text, level) ?? []);
    read.set(entry, demands);
  }
  return demands;
}

function demandFrom(said: string, force: RequirementLevel): DirectiveRow | undefined {
  const line = said.toWellFormed();
  if (line === DEMANDS_HEADING) return undefined;
  const { force: marked, text } = parseRow(line);
  if (text === '') return undefined;
  // A row of a note that came back without its metadata names its force already.
  if (marked !== undefined) return { force: marked, text, row: formatRow(text, marked) };
  const bindsAlone = findDirectives(text)[0]?.level === force;
  return { force, text, row: bindsAlone ? text : formatRow(text, force) };
}

const FORCES = new Map(
  Object.entries(REQUIREMENT_LABELS).map(([force, words]) => [words, force as RequirementLevel]),
);

/** Marks of lists and forces at the beginning of a line, as notes, snapshots and people write them. */
const MARK = new RegExp(
  `^\\s*(?:(?:[-*+•·‣–]|\\(?\\d{1,3}[.)])\\s+|\\((${Object.values(REQUIREMENT_LABELS).join('|')})\\)\\s+)`,
);

/** Marks that may stand before one another: a list's, a force's, and again a list's. */
const MOST_MARKS = 4;

/** A demand with its force in front. */
export function formatRow(text: string, force: RequirementLevel): string {
  return `(${REQUIREMENT_LABELS[force]}) ${text}`;
}

/** What a line says without the marks at its beginning, and the first force they name. */
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

export interface DirectiveOptions {
  /** What is kept, by how strongly it binds. @default what binds: `must-not`, `must` and `only` */
  readonly forces?: readonly RequirementLevel[];
}

const BINDING: readonly RequirementLevel[] = ['must-not', 'must', 'only'];
const KNOWN: readonly string[] = [...BINDING, 'should', 'prefer'];

/**
 * The forces that are kept.
 *
 * @throws {OrchestratorOptionError} for one that is not known
 */
export function readLevels({ forces = BINDING }: DirectiveOptions): ReadonlySet<RequirementLevel> {
  const given: unknown = forces;
  const unknown = Array.isArray(given)
    ? given.find((force) => !KNOWN.includes(String(force)))
    : given;
  if (unknown !== undefined) {
    throw new OrchestratorOptionError('forces', unknown, `an array of ${KNOWN.join(', ')}`);
  }
  return new Set(forces);
}
