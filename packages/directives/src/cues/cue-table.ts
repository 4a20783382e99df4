import type { RequirementLevel } from '@palimpsest/core-types';

/** Where a cue binds. */
export type CueGroup =
  /** At the start of a clause: `Don't`, but not `I don't`. */
  | 'imperatives'
  /** Anywhere. */
  | 'cues'
  /** Only in a sentence with an order or a request, because it is common elsewhere. */
  | 'inRequests'
  /** In a question that requests something. */
  | 'inQuestions'
  /** In a heading: it binds the list below. */
  | 'listHeadings';

/** A group and level of cues: `'imperatives must-not'`. */
export type CueKey = `${CueGroup} ${RequirementLevel}`;

type Cues = { readonly [Key in CueKey]?: readonly string[] };

/**
 * The cues of one language. A cue is `words: expression`. The expression is tried only in sentences with one of the words; `word*` is a
 * prefix, and `@` in the expression is any of the words. Expressions match folded text (see `foldSentence`), with bounded quantifiers, so
 * that each is linear in the clause.
 */
export interface CueTable extends Cues {
  /** Only sentences that match are read with this table. */
  readonly language: string;
  /** Whether blanks or punctuation separate words. If not, cues have no announcing words and match within words. */
  readonly hasWords: boolean;
  /** Texts that look like a cue but are not directives. They are removed before cues are tried. */
  readonly exceptions: readonly string[];
  /** Words after which an imperative may begin, as after punctuation. */
  readonly joiningWords?: string;
  /** Words that may precede an imperative at the start of a sentence: `Just use it`, but not `I just use it`. */
  readonly leadingWords?: string;
  /** Verbs that give an order at the start of a clause. */
  readonly orderVerbs?: string;
  /** Other signs of a request. */
  readonly requestMarkers?: string;
  /** Signs of a question without a question mark. */
  readonly unmarkedQuestions?: string;
  /** Signs that a question requests something. Without this, any question may. */
  readonly requestQuestions?: string;
  /** How the asking clause of a question begins. The clauses before it are statements. Without this, all of it asks. */
  readonly questionOpeners?: string;
}
