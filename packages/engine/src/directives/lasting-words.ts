import { sentenceSpans } from '../text/index.ts';
import { hasLastingWord } from './has-lasting-word.ts';
import { findReplacedStatements, isStatement } from './statements.ts';

/** Longer texts are not searched for statements that a newer one replaces: people paste most of them. In UTF-16 units. */
export const LONG_TEXT = 2_000;
/** A longer text is no statement. In UTF-16 units. */
export const SHORT_TEXT = 600;

/** What people said in a conversation and did not replace later. */
export interface LastingWords {
  readonly lastingKind: LastingTest;
  /** Returns whether people say all of an entry again later, in the same words. */
  readonly isRepeated: (index: number) => boolean;
}

/**
 * Returns `demand` for a text with lasting words (see `hasLastingWord`), `statement` for another text with a statement to remember (see
 * `isStatement`), and `undefined` for any other. Ignores sentences that a newer one replaces.
 *
 * @param said a text, a line or a sentence
 * @param mayState whether to look for statements: not in pasted text, nor in a part of a long text. @default whether `said` is short
 */
export type LastingTest = (said: string, mayState?: boolean) => 'demand' | 'statement' | undefined;

/** Reads what people said. @param texts by the index of their entry, oldest first */
export function readLastingWords(texts: readonly (readonly string[])[]): LastingWords {
  const sentences = texts
    .flat()
    .filter(({ length }) => length <= LONG_TEXT)
    .flatMap(sentencesOf);
  const replaced = new Set<string>();
  for (const at of findReplacedStatements(sentences)) replaced.add(sentences[at]!);
  const newest = new Map(texts.flatMap((all, at) => all.map((text) => [text.trim(), at] as const)));
  return {
    lastingKind(said, mayState = said.length <= SHORT_TEXT) {
      const current = sentencesOf(said).filter((sentence) => !replaced.has(sentence));
      if (hasLastingWord(current.join(' '))) return 'demand';
      return mayState && current.some(isStatement) ? 'statement' : undefined;
    },
    isRepeated: (index) => texts[index]!.every((text) => newest.get(text.trim())! > index),
  };
}

function sentencesOf(text: string): string[] {
  return sentenceSpans(text).map(({ start, end }) => text.slice(start, end).trim());
}
