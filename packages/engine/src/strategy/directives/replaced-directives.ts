import type { IContent } from '@palimpsest/core-types';
import { findReplacedStatements } from '../../directives/words.ts';
import { personTexts } from '../../history/index.ts';

/** A longer text is a document, not what a person says to this agent. In UTF-16 units. */
const LONG_TEXT = 2_000;
const SENTENCE_END = /\n+|(?<=[.!?])\s+(?=\p{Lu})/u;

/** Returns the sentences of people that give a value to something to which a later sentence gives another one. */
export function findReplacedSentences(history: readonly IContent[]): ReadonlySet<string> {
  const sentences = history
    .flatMap(personTexts)
    .filter(({ length }) => length <= LONG_TEXT)
    .flatMap((text) => text.split(SENTENCE_END).map((sentence) => sentence.trim()));
  const newest = new Map(sentences.map((sentence, at) => [sentence, at]));
  const replaced = findReplacedStatements(sentences);
  return new Set(
    sentences.filter((sentence, at) => replaced.has(at) && newest.get(sentence) === at),
  );
}
