import type { CueTable } from './cues/cue-table.ts';
import type { RequirementLevel } from './directive.ts';

/** Of several cues the one that is worst to lose decides. */
export const LEVELS = ['must-not', 'only', 'must', 'should', 'prefer'] as const;

const GROUPS = ['imperatives', 'cues', 'whenTold', 'politely', 'openers'] as const;

/** What a cue is for: a field of the table, or `excuses`. */
export type CueGroup = (typeof GROUPS)[number] | 'excuses';

/** One expression of a table. */
export interface Cue {
  readonly table: TableReader;
  readonly group: CueGroup;
  readonly level: RequirementLevel | undefined;
  /** The announcing words: where none of them stands, the cue cannot match. `word*` is a prefix. */
  readonly words: readonly string[];
  readonly source: string;
  /** Compiled on first use. Global where it has to begin a clause, and where it excuses. */
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
  readonly requesting: () => RegExp | undefined;
  /** Sticky. */
  readonly wondering: () => RegExp | undefined;
  readonly asking: () => readonly RegExp[];
}

/** Prepares a table; nothing is compiled. */
export function tableReader(table: CueTable): TableReader {
  const [before, behind] = table.hasWords
    ? ['(?<![\\p{L}\\p{N}_])', '(?![\\p{L}\\p{N}_])']
    : ['', ''];
  const words = (source: string, flags = 'u') =>
    new RegExp(`${before}(?:${source})${behind}`, flags);
  const starting = (source: string) => new RegExp(`(?:${source})${behind}`, 'uy');
  const compile: Record<CueGroup, (source: string) => RegExp> = {
    imperatives: (source) => words(source, 'gu'),
    cues: words,
    whenTold: words,
    politely: words,
    openers: (source) => new RegExp(`^(?:${source})$`, 'u'),
    excuses: (source) => words(source, 'gu'),
  };
  const { excuses, orders, told, asking, requesting, wondering } = table;
  const cues: Cue[] = [];
  const reader: TableReader = {
    hasWords: table.hasWords,
    cues,
    spoken: once(() => new RegExp(table.spoken, 'u')),
    starts: once(() => clauseStarts(table)),
    excuse: once(() =>
      excuses.length === 0
        ? undefined
        : words(excuses.map((cue) => splitCue(cue, table.hasWords).source).join('|'), 'gu'),
    ),
    orders: once(() => (orders === undefined ? undefined : starting(orders))),
    told: once(() => (told === undefined ? undefined : words(told))),
    requesting: once(() => (requesting === undefined ? undefined : words(requesting))),
    wondering: once(() => (wondering === undefined ? undefined : starting(wondering))),
    asking: once(() => (asking ?? []).map((source) => words(source))),
  };
  const addAll = (
    group: CueGroup,
    level: RequirementLevel | undefined,
    sources: readonly string[] = [],
  ) => {
    for (const declared of sources) {
      const { words: announcing, source } = splitCue(declared, table.hasWords);
      cues.push({
        table: reader,
        group,
        level,
        words: announcing,
        source,
        pattern: once(() => compile[group](source)),
      });
    }
  };
  addAll('excuses', undefined, excuses);
  for (const group of GROUPS)
    for (const level of LEVELS) addAll(group, level, table[group]?.[level]);
  return reader;
}

function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

/** Splits `words: expression`, where `@` stands for any of the words. In a language without words the whole is the expression. */
function splitCue(
  declared: string,
  hasWords: boolean,
): { readonly words: readonly string[]; readonly source: string } {
  if (!hasWords) return { words: [], source: declared };
  const colon = declared.indexOf(': ');
  const words = declared.slice(0, colon).split(' ');
  return { words, source: declared.slice(colon + 2).replaceAll('@', `(?:${words.join('|')})`) };
}

const PUNCTUATION = '[,;:.!?¡¿()"…] ?| [-–—>]+ |—';
/** Words whose sentence goes on behind a joining word: in `which also use it` nobody is told to use it. */
const SUBJECTS = '(?:^|[^\\p{L}])(?:i|we|they|it|he|she|who|that|which|to)';

/** Finds where clauses of a language begin. */
function clauseStarts({ joining, leading }: CueTable): (folded: string) => number[] {
  const behind = [PUNCTUATION];
  if (leading !== undefined) behind.unshift(`(?<=^|[,;:.!?(] ?)(?:(?:${leading}),? ){1,2}`);
  if (joining !== undefined) behind.push(`(?<![\\p{L}']|${SUBJECTS} )(?:${joining}) `);
  const pattern = new RegExp(behind.join('|'), 'gu');
  return (folded) => {
    const starts = [0];
    for (const match of folded.matchAll(pattern)) starts.push(match.index + match[0].length);
    return starts;
  };
}
