import { sentenceSpans } from '../text/index.ts';
import { hasLastingWord } from './has-lasting-word.ts';
import { findReplacedSentences, isStatement } from './statements.ts';

/** Maximum length of a text that is searched for statements that a newer one replaces, in UTF-16 units: longer ones are mostly pasted. */
export const MAX_SEARCHED_LENGTH = 2_000;
/** Maximum length of a text whose sentences may be statements to remember, in UTF-16 units: longer ones describe a task. */
export const MAX_STATEMENT_TEXT_LENGTH = 600;

/** User texts of a conversation that no later one replaces. */
export interface LastingWords {
  readonly lastingKind: LastingTest;
  /** Returns whether later entries repeat all texts of an entry word for word. */
  readonly isRepeated: (index: number) => boolean;
  /** Returns the statements in a text that a newer one replaces. */
  readonly replacedIn: (text: string) => readonly string[];
}

/**
 * Returns `directive` for a text with lasting words (see `hasLastingWord`), `statement` for another text with a statement to remember (see
 * `isStatement`), and `undefined` for any other. Ignores sentences that a newer one replaces.
 *
 * @param text a text, a line or a sentence
 * @param mayState whether to look for statements: not in pasted text, nor in a part of a long text. @default whether `text` is short
 */
export type LastingTest = (
  text: string,
  mayState?: boolean,
) => 'directive' | 'statement' | undefined;

/** Reads the texts of users. @param texts by the index of their entry, oldest first */
export function readLastingWords(texts: readonly (readonly string[])[]): LastingWords {
  const replaced = findReplacedSentences(
    texts
      .flat()
      .filter(({ length }) => length <= MAX_SEARCHED_LENGTH)
      .flatMap(splitSentences),
  );
  const newestIndex = new Map(
    texts.flatMap((all, index) => all.map((text) => [text.trim(), index] as const)),
  );
  return {
    lastingKind(text, mayState = text.length <= MAX_STATEMENT_TEXT_LENGTH) {
      const current = splitSentences(text).filter((sentence) => !replaced.has(sentence));
      if (hasLastingWord(current.join(' '))) return 'directive';
      return mayState && current.some(isStatement) ? 'statement' : undefined;
    },
    replacedIn: (text) => splitSentences(text).filter((sentence) => replaced.has(sentence)),
    isRepeated: (index) => texts[index]!.every((text) => newestIndex.get(text.trim())! > index),
  };
}

function splitSentences(text: string): string[] {
  return sentenceSpans(text).map(({ start, end }) => text.slice(start, end).trim());
}
