import type { CueTable, DeclaredCue } from './cues/cue-table.ts';

/** A declared cue, compiled on first use. */
export interface Cue extends DeclaredCue {
  readonly table: TableReader;
  /** Global for imperatives and exceptions. */
  readonly pattern: () => RegExp;
}

/** A cue table whose expressions are compiled on first use. */
export interface TableReader {
  /** In the order of the table. */
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
  const reader: TableReader = {
    cues,
    language: once(() => compile(table.language, 'u')),
    clauseStarts: once(() => createClauseFinder(table, compile)),
    exceptions: once(() =>
      everywhere(
        table.cues
          .filter(({ group }) => group === 'exceptions')
          .map(({ source }) => source)
          .join('|'),
      ),
    ),
    orderVerbs: optional(table.orderVerbs, sticky),
    requestMarkers: optional(table.requestMarkers, anywhere),
    requestQuestions: optional(table.requestQuestions, anywhere),
    questionOpeners: optional(table.questionOpeners, sticky),
    unmarkedQuestions: optional(table.unmarkedQuestions, anywhere),
  };
  for (const cue of table.cues) {
    const pattern = once(() => compilers[cue.group](cue.source));
    cues.push({ ...cue, table: reader, pattern });
  }
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

const PUNCTUATION = '[,;:.!?¡¿()"…] ?| [-–—>]+ |—';
/** After one of these, a joining word begins no imperative: `which also use it`. */
const SUBJECTS = '(?:^|[^\\p{L}])(?:i|we|they|it|he|she|who|that|which|to)';

/** Returns a function that lists the indices at which clauses of a folded sentence start. */
function createClauseFinder(
  { joiningWords, leadingWords }: CueTable,
  compile: Compile,
): (folded: string) => number[] {
  const ends = [PUNCTUATION];
  if (leadingWords !== undefined) {
    const leading = `(?:(?:${leadingWords}),? )`;
    // One match for each word: `no` of `absolutely no pushes` leads as well, and may not hide the start before it.
    ends.unshift(`(?<=(?:^|[,;:.!?(] ?)${leading}?)${leading}`);
  }
  if (joiningWords !== undefined) ends.push(`(?<![\\p{L}']|${SUBJECTS} )(?:${joiningWords}) `);
  const pattern = compile(ends.join('|'), 'gu');
  return (folded) => {
    const starts = [0];
    for (const match of folded.matchAll(pattern)) starts.push(match.index + match[0].length);
    return starts;
  };
}
