import type { RequirementLevel } from '../directive.ts';

type Sources = Readonly<Partial<Record<RequirementLevel, readonly string[]>>>;

/**
 * What binds in one language. A cue is `words: expression`: the expression is tried only in sentences that have one of the words, where
 * `word*` stands for all words that begin so. In the expression `@` is any of the words. Tables without words declare expressions alone.
 *
 * Expressions match folded text (see `foldSentence`): small letters, straight apostrophes, one blank between words, no list mark.
 * Quantifiers are bounded, so that each is linear in the clause.
 */
export interface CueTable {
  /** A sentence without any of this is not read by this table. */
  readonly spoken: string;
  /** Whether words stand between blanks or punctuation, so that a cue has to begin and end where a word does. */
  readonly hasWords: boolean;
  /** What looks like a cue and is none. It is blanked before cues are looked for. */
  readonly excuses: readonly string[];
  /** Words behind which a clause may begin with an imperative, beside the beginning of a sentence and punctuation. */
  readonly joining?: string;
  /** Words an imperative may follow that begin the sentence: `Just use it` is one, `I just use it` is none. */
  readonly leading?: string;
  /** What binds where a clause begins, so that `I don't` is no `Don't`. */
  readonly imperatives?: Sources;
  /** What binds wherever it stands. */
  readonly cues: Sources;
  /** Imperatives that tell somebody to do something. */
  readonly orders?: string;
  /** What else shows that somebody is told to do something. */
  readonly told?: string;
  /** Cues that bind in such a sentence only, for they are common in others. */
  readonly whenTold?: Sources;
  /** What shows a question that has no question mark. */
  readonly asking?: readonly string[];
  /** What shows that a question asks the reader to do something; without this, any question may. */
  readonly requesting?: string;
  /** How a clause begins that asks. What goes before it in the same question does not ask; without this, all of it does. */
  readonly wondering?: string;
  /** Cues that bind although the sentence is a question: polite prohibitions and restrictions. */
  readonly politely: Sources;
  /** Headings whose list binds, beside sentences that bind by themselves. */
  readonly openers: Sources;
}
