import { clauseStarts } from './clause-starts.ts';
import type { CueTable } from './cues/cue-table.ts';
import type { DirectiveForce } from './directive.ts';
import { splitAlternatives } from './pattern-pieces.ts';

/** Of several cues the one that is worst to lose decides. */
export const FORCES = ['must-not', 'only', 'must', 'should', 'prefer'] as const;

export const GROUPS = ['imperatives', 'cues', 'whenTold', 'politely', 'openers'] as const;

/** What a cue is for: a field of the table, or `excuses`. */
export type CueGroup = (typeof GROUPS)[number] | 'excuses';

/** One alternative of a table. */
export interface Cue {
  readonly table: TableReader;
  readonly group: CueGroup;
  readonly force: DirectiveForce | undefined;
  readonly source: string;
  /** Compiled when first asked for. Global where it is to begin a clause, and where it excuses. */
  readonly pattern: () => RegExp;
}

/** A table of cues whose expressions are compiled when they are first needed. */
export interface TableReader {
  readonly hasWords: boolean;
  /** The stronger in front. */
  readonly cues: readonly Cue[];
  readonly spoken: () => RegExp;
  readonly starts: () => (folded: string) => number[];
  /** All excuses at once. */
  readonly excuse: () => RegExp | undefined;
  /** Sticky. */
  readonly orders: () => RegExp | undefined;
  readonly told: () => RegExp | undefined;
  /** Sticky. */
  readonly wondering: () => RegExp | undefined;
  readonly asking: () => readonly RegExp[];
}

/** Prepares a table; nothing is compiled. */
export function tableReader(table: CueTable): TableReader {
  const [before, behind] = table.hasWords
    ? ['(?<![\\p{L}\\p{N}_])', '(?![\\p{L}\\p{N}_])']
    : ['', ''];
  // What begins where the text does is tried there only, which engines tell by the first sign.
  const words = (source: string, flags = 'u') =>
    new RegExp(
      source.startsWith('^') ? `${source}${behind}` : `${before}(?:${source})${behind}`,
      flags,
    );
  const starting = (source: string) => new RegExp(`(?:${source})${behind}`, 'uy');
  const compile: Record<CueGroup, (source: string) => RegExp> = {
    imperatives: (source) => words(source, 'gu'),
    cues: words,
    whenTold: words,
    politely: words,
    openers: (source) => new RegExp(`^(?:${source})$`, 'u'),
    excuses: (source) => words(source, 'gu'),
  };
  const { excuses, orders, told, asking, wondering } = table;
  const cues: Cue[] = [];
  const reader: TableReader = {
    hasWords: table.hasWords,
    cues,
    spoken: once(() => new RegExp(table.spoken, 'u')),
    starts: once(() => clauseStarts(table)),
    excuse: once(() => (excuses.length === 0 ? undefined : words(excuses.join('|'), 'gu'))),
    orders: once(() => (orders === undefined ? undefined : starting(orders))),
    told: once(() => (told === undefined ? undefined : words(told))),
    wondering: once(() => (wondering === undefined ? undefined : starting(wondering))),
    asking: once(() => (asking ?? []).flatMap(splitAlternatives).map((source) => words(source))),
  };
  const addAll = (
    group: CueGroup,
    force: DirectiveForce | undefined,
    sources: readonly string[] = [],
  ) => {
    // Where there are no words to look for, all of a force are tried at once.
    const parts = table.hasWords ? sources.flatMap(splitAlternatives) : [sources.join('|')];
    for (const source of sources.length === 0 ? [] : parts)
      cues.push({
        table: reader,
        group,
        force,
        source,
        pattern: once(() => compile[group](source)),
      });
  };
  addAll('excuses', undefined, excuses);
  for (const group of GROUPS)
    for (const force of FORCES) addAll(group, force, table[group]?.[force]);
  return reader;
}

function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}
