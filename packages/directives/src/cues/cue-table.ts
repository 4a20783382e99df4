import type { DirectiveForce } from '../directive.ts';

/**
 * What binds in one language, as sources of regular expressions over folded text (see `foldSentence`): small letters, straight
 * apostrophes, one blank between words, no list mark in front. Quantifiers are bounded, so that a source reads a clause in linear time.
 */
export interface CueTable {
  /** A sentence without any of this is not read by this table. */
  readonly spoken: string;
  /** Whether words stand between blanks or punctuation, so that a cue has to begin and end where a word does. */
  readonly hasWords: boolean;
  /** What looks like a cue and is none. It is blanked before cues are looked for. */
  readonly excuses: readonly string[];
  readonly cues: Readonly<Record<DirectiveForce, readonly string[]>>;
  /** What shows that somebody is told to do something. */
  readonly told?: string;
  /** Cues that bind in such a sentence, and are common in others. */
  readonly whenTold?: Readonly<Partial<Record<DirectiveForce, readonly string[]>>>;
  /** What shows a question that has no question mark. */
  readonly asking?: readonly string[];
  /** Cues that bind although the sentence is a question: polite prohibitions and restrictions. */
  readonly politely: Readonly<Partial<Record<DirectiveForce, readonly string[]>>>;
  /** Headings and lines with a colon whose list binds, beside sentences that bind by themselves. */
  readonly openers: Readonly<Partial<Record<DirectiveForce, readonly string[]>>>;
}
