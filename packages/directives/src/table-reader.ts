import type { CueGroup, CueTable } from './cues/cue-table.ts';
import type { RequirementLevel } from '@palimpsest/core-types';

/** Strongest first: if several cues match, the level that is worst to lose decides. */
export const LEVELS = ['must-not', 'only', 'must', 'should', 'prefer'] as const;

const GROUPS = ['imperatives', 'cues', 'inRequests', 'inQuestions', 'listHeadings'] as const;

/** One expression of a table. */
export interface Cue {
  readonly table: TableReader;
  readonly group: CueGroup | 'exceptions';
  readonly level: RequirementLevel | undefined;
  /** The expression cannot match a sentence without any of these words; `word*` is a prefix. */
  readonly words: readonly string[];
  readonly source: string;
  /** Compiled on first use. Global for imperatives and exceptions. */
  readonly pattern: () => RegExp;
}

/** A cue table whose expressions are compiled on first use. */
export interface TableReader {
  /** Exceptions first, then each group with the strongest level first. */
  readonly cues: readonly Cue[];
  readonly language: () => RegExp;
  readonly clauseStarts: () => (folded: string) => number[];
  /** All exceptions in one expression. */
  readonly exceptions: () => RegExp;
  /** Sticky. */
  readonly orderVerbs: () => RegExp | undefined;
  readonly requestMarkers: () => RegExp | undefined;
  readonly requestQuestions: () => RegExp | undefined;
  /** Sticky. */
  readonly questionOpeners: () => RegExp | undefined;
  readonly unmarkedQuestions: () => RegExp | undefined;
}

type Compile = (source: string, flags: string) => RegExp;

const compileAny: Compile = (source, flags) => new RegExp(source, flags);

const CLASSES = /\[(?:\\.|[^\]\\])*\]|\\p\{[LN]\}/g;
const LATIN = {
  '\\p{L}': 'A-Za-z\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\xff',
  '\\p{N}': '\\d\xb2\xb3\xb9\xbc-\xbe',
};

/**
 * Compiles an expression for text whose letters and digits are in Latin-1. Compiles six times as fast, because it has no table of all
 * letters of Unicode.
 */
export const compileLatin: Compile = (source, flags) =>
  new RegExp(
    source.replaceAll(CLASSES, (found) => {
      const isClass = found.startsWith('[');
      const inside = found.replaceAll(/\\p\{[LN]\}/g, (name) => LATIN[name as keyof typeof LATIN]);
      return isClass ? inside : `[${inside}]`;
    }),
    flags,
  );

export function createTableReader(table: CueTable, compile: Compile = compileAny): TableReader {
  const [before, after] = table.hasWords
    ? ['(?<![\\p{L}\\p{N}_])', '(?![\\p{L}\\p{N}_])']
    : ['', ''];
  const anywhere = (source: string, flags = 'u') =>
    compile(`${before}(?:${source})${after}`, flags);
  const everywhere = (source: string) => anywhere(source, 'gu');
  const sticky = (source: string) => compile(`(?:${source})${after}`, 'uy');
  const compilers: Record<Cue['group'], (source: string) => RegExp> = {
    imperatives: everywhere,
    cues: anywhere,
    inRequests: anywhere,
    inQuestions: anywhere,
    listHeadings: (source) => compile(`^(?:${source})$`, 'u'),
    exceptions: everywhere,
  };
  const cues: Cue[] = [];
  const addCues = (
    group: Cue['group'],
    level?: RequirementLevel,
    declared: readonly string[] = [],
  ) => {
    for (const cue of declared) {
      const { words, source } = splitCue(cue, table.hasWords);
      const pattern = once(() => compilers[group](source));
      cues.push({ table: reader, group, level, words, source, pattern });
    }
  };
  const reader: TableReader = {
    cues,
    language: once(() => compile(table.language, 'u')),
    clauseStarts: once(() => createClauseFinder(table, compile)),
    exceptions: once(() =>
      everywhere(table.exceptions.map((cue) => splitCue(cue, table.hasWords).source).join('|')),
    ),
    orderVerbs: optional(table.orderVerbs, sticky),
    requestMarkers: optional(table.requestMarkers, anywhere),
    requestQuestions: optional(table.requestQuestions, anywhere),
    questionOpeners: optional(table.questionOpeners, sticky),
    unmarkedQuestions: optional(table.unmarkedQuestions, anywhere),
  };
  addCues('exceptions', undefined, table.exceptions);
  for (const group of GROUPS)
    for (const level of LEVELS) addCues(group, level, table[`${group} ${level}`]);
  return reader;
}

function optional(
  source: string | undefined,
  compile: (source: string) => RegExp,
): () => RegExp | undefined {
  return once(() => (source === undefined ? undefined : compile(source)));
}

function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

/** Splits `words: expression` and replaces each `@` by the words. A table without words declares expressions alone. */
function splitCue(declared: string, hasWords: boolean): Pick<Cue, 'words' | 'source'> {
  if (!hasWords) return { words: [], source: declared };
  const colon = declared.indexOf(': ');
  const words = declared.slice(0, colon).split(' ');
  return { words, source: declared.slice(colon + 2).replaceAll('@', `(?:${words.join('|')})`) };
}

const PUNCTUATION = '[,;:.!?¡¿()"…] ?| [-–—>]+ |—';
/** After one of these, a joining word begins no imperative: `which also use it`. */
const SUBJECTS = '(?:^|[^\\p{L}])(?:i|we|they|it|he|she|who|that|which|to)';

/** Returns a function that lists the indices at which clauses of a folded sentence start. */
function createClauseFinder(
  { joiningWords, leadingWords }: CueTable,
  compile: Compile,
): (folded: string) => number[] {
  const ends = [PUNCTUATION];
  if (leadingWords !== undefined) ends.unshift(`(?<=^|[,;:.!?(] ?)(?:(?:${leadingWords}),? ){1,2}`);
  if (joiningWords !== undefined) ends.push(`(?<![\\p{L}']|${SUBJECTS} )(?:${joiningWords}) `);
  const pattern = compile(ends.join('|'), 'gu');
  return (folded) => {
    const starts = [0];
    for (const match of folded.matchAll(pattern)) starts.push(match.index + match[0].length);
    return starts;
  };
}
