import type { CueTable, DeclaredCue } from './cues/cue-table.ts';

/**
 * How an expression is compiled: `plain` as it is; `anywhere` between word boundaries; `everywhere` likewise, for all matches; `sticky` from an
 * index on; `whole` for the whole text.
 */
type Kind = 'plain' | 'anywhere' | 'everywhere' | 'sticky' | 'whole';

const KIND_OF_GROUP: Readonly<Record<DeclaredCue['group'], Kind>> = {
  exceptions: 'everywhere',
  imperatives: 'everywhere',
  cues: 'anywhere',
  inRequests: 'anywhere',
  inQuestions: 'anywhere',
  listHeadings: 'whole',
};

type SettingName =
  | 'language'
  | 'orderVerbs'
  | 'requestMarkers'
  | 'requestQuestions'
  | 'questionOpeners'
  | 'unmarkedQuestions';

const KIND_OF_SETTING: Readonly<Record<SettingName, Kind>> = {
  language: 'plain',
  orderVerbs: 'sticky',
  requestMarkers: 'anywhere',
  requestQuestions: 'anywhere',
  questionOpeners: 'sticky',
  unmarkedQuestions: 'anywhere',
};

/** A cue table whose expressions are compiled on first use. */
export interface TableReader {
  pattern(cue: DeclaredCue): RegExp;
  /** All exceptions in one expression. */
  exceptions(): RegExp;
  setting(name: SettingName): RegExp | undefined;
  /** Returns the indices at which clauses of a folded sentence start. */
  clauseStarts(folded: string): number[];
}

const LETTER_CLASSES = /\[(?:\\.|[^\]\\])*\]|\\p\{[LN]\}/g;
const LATIN_RANGES = {
  '\\p{L}': 'A-Za-z\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\xff',
  '\\p{N}': '\\d\xb2\xb3\xb9\xbc-\xbe',
};

/** Returns an expression for text whose letters and digits are in Latin-1. It compiles six times as fast, without a table of all letters. */
function toLatin(source: string): string {
  return source.replaceAll(LETTER_CLASSES, (found) => {
    const inside = found.replaceAll(
      /\\p\{[LN]\}/g,
      (name) => LATIN_RANGES[name as keyof typeof LATIN_RANGES],
    );
    return found.startsWith('[') ? inside : `[${inside}]`;
  });
}

/** @param isLatin whether all letters and digits of the sentences are in Latin-1 */
export function createTableReader(table: CueTable, isLatin: boolean): TableReader {
  const [before, after] = table.hasWords
    ? ['(?<![\\p{L}\\p{N}_])', '(?![\\p{L}\\p{N}_])']
    : ['', ''];
  const compilers: Record<Kind, (source: string) => readonly [source: string, flags: string]> = {
    plain: (source) => [source, 'gu'],
    anywhere: (source) => [`${before}(?:${source})${after}`, 'u'],
    everywhere: (source) => [`${before}(?:${source})${after}`, 'gu'],
    sticky: (source) => [`(?:${source})${after}`, 'uy'],
    whole: (source) => [`^(?:${source})$`, 'u'],
  };
  const compiled = new Map<Kind, Map<string, RegExp>>();
  const compile = (kind: Kind, source: string): RegExp => {
    let patterns = compiled.get(kind);
    if (patterns === undefined) compiled.set(kind, (patterns = new Map()));
    let pattern = patterns.get(source);
    if (pattern === undefined) {
      const [bounded, flags] = compilers[kind](source);
      pattern = new RegExp(isLatin ? toLatin(bounded) : bounded, flags);
      patterns.set(source, pattern);
    }
    pattern.lastIndex = 0;
    return pattern;
  };
  const exceptions = table.cues.filter(({ group }) => group === 'exceptions');
  const allExceptions = exceptions.map(({ source }) => source).join('|');
  const clauseEnds = endsOfClauses(table);
  return {
    pattern: ({ group, source }) => compile(KIND_OF_GROUP[group], source),
    exceptions: () => compile('everywhere', allExceptions),
    setting(name) {
      const source = table[name];
      return source === undefined ? undefined : compile(KIND_OF_SETTING[name], source);
    },
    clauseStarts(folded) {
      const ends = folded.matchAll(compile('plain', clauseEnds));
      return [0, ...Array.from(ends, ({ index, 0: { length } }) => index + length)];
    },
  };
}

const PUNCTUATION = '[,;:.!?¡¿()"…] ?| [-–—>]+ |—';
/** After one of these, a joining word begins no imperative: `which also use it`. */
const SUBJECTS = '(?:^|[^\\p{L}])(?:i|we|they|it|he|she|who|that|which|to)';

/** Returns the expression for the separator before a clause. */
function endsOfClauses({ joiningWords, leadingWords }: CueTable): string {
  const ends = [PUNCTUATION];
  if (leadingWords !== undefined) {
    const leading = `(?:(?:${leadingWords}),? )`;
    // One match for each word: `no` of `absolutely no pushes` leads as well, and may not hide the start before it.
    ends.unshift(`(?<=(?:^|[,;:.!?(] ?)${leading}?)${leading}`);
  }
  if (joiningWords !== undefined) ends.push(`(?<![\\p{L}']|${SUBJECTS} )(?:${joiningWords}) `);
  return ends.join('|');
}
