import type { RequirementLevel } from '@palimpsest/core-types';

/** Requirement levels, strongest first. If several cues match, the first of their levels counts: it is the worst to lose. */
export const LEVELS_BY_STRENGTH = ['must-not', 'only', 'must', 'should', 'prefer'] as const;

/** Groups of cues: where in a sentence, and in which sentences, a cue binds. */
export const CUE_GROUPS = [
  /** Texts that look like a cue but are not directives. They are removed before cues are tried. */
  'exceptions',
  /** At the start of a clause: `Don't`, but not `I don't`. */
  'imperatives',
  /** Anywhere. */
  'cues',
  /** Only in a sentence with an order or a request, because it is common elsewhere. */
  'inRequests',
  /** In a question that requests something. */
  'inQuestions',
  /** In a heading: it binds the list below. */
  'listHeadings',
] as const;

type CueGroup = (typeof CUE_GROUPS)[number];

/** The cues of one language. */
export interface CueTable {
  /** Only sentences that match are read with this table. */
  readonly language: string;
  /** Whether blanks or punctuation separate words. If not, cues have no announcing words and match within words. */
  readonly hasWords: boolean;
  /** Words after which an imperative may begin, as after punctuation. */
  readonly joiningWords?: string;
  /** Words that may precede an imperative at the start of a sentence: `Just use it`, but not `I just use it`. */
  readonly leadingWords?: string;
  /** Verbs that give an order at the start of a clause. */
  readonly orderVerbs?: string;
  /** Matches a request that has no such verb. */
  readonly requestMarkers?: string;
  /** Matches questions without a question mark. */
  readonly unmarkedQuestions?: string;
  /** Matches questions that request something. Without this, any question may. */
  readonly requestQuestions?: string;
  /** Start of the asking clause of a question. The clauses before it are statements. Without this, all of it asks. */
  readonly questionOpeners?: string;
  /** In the order of `CUE_GROUPS`, the strongest level first. */
  readonly cues: readonly DeclaredCue[];
}

/** One expression of a table. */
export interface DeclaredCue {
  readonly group: CueGroup;
  /** `undefined` for an exception. */
  readonly level: RequirementLevel | undefined;
  /** The expression cannot match a sentence without any of these words; `word*` is a prefix. */
  readonly words: readonly string[];
  readonly source: string;
}

/**
 * Reads the table of a language. A line is a setting with its value, or the name of a group with its cues below, up to a blank line. A cue is
 * its level (an exception has none) and `words: expression`. The expression is tried only in sentences with one of the words; `word*` is a
 * prefix, and `@` in the expression is any of the words. If `hasWords` is `no`, a cue is an expression alone. `#` begins a comment.
 *
 * Expressions match folded text (see `foldSentence`), with bounded quantifiers, so that each is linear in the clause.
 */
export function readCueTable(text: string): CueTable {
  const settings: Record<string, string> = {};
  const cues: DeclaredCue[] = [];
  let group: CueGroup | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) continue;
    const [name = '', value = ''] = line.split(/ +(.*)/, 2);
    if (line === '') group = undefined;
    else if (group !== undefined) {
      const isLeveled = group !== 'exceptions';
      const level = isLeveled ? (name as RequirementLevel) : undefined;
      const cue = splitCue(isLeveled ? value : line, settings['hasWords'] !== 'no');
      cues.push({ group, level, ...cue });
    } else if (value === '') group = name as CueGroup;
    else settings[name] = value;
  }
  return {
    ...(settings as Record<string, string> & Pick<CueTable, 'language'>),
    hasWords: settings['hasWords'] !== 'no',
    cues: cues.toSorted((one, other) => rank(one) - rank(other)),
  };
}

/** Splits `words: expression` and replaces each `@` by the words. */
function splitCue(declared: string, hasWords: boolean): Pick<DeclaredCue, 'words' | 'source'> {
  if (!hasWords) return { words: [], source: declared };
  const colon = declared.indexOf(': ');
  const words = declared.slice(0, colon).split(' ');
  return { words, source: declared.slice(colon + 2).replaceAll('@', `(?:${words.join('|')})`) };
}

function rank({ group, level }: DeclaredCue): number {
  const strength = level === undefined ? 0 : LEVELS_BY_STRENGTH.indexOf(level);
  return CUE_GROUPS.indexOf(group) * LEVELS_BY_STRENGTH.length + strength;
}
