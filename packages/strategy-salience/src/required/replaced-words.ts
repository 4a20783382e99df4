import { findReplacedStatements } from '@palimpsest/directives/words';
import { isSentence, unitText } from '../reading/parsed-text.ts';
import { unitsWhere } from '../reading/text-lines.ts';
import type { Part } from '../record/pieces.ts';

/** A longer text is a document: it states much that was not said to this agent. In UTF-16 units. */
const LONG_TEXT = 2_000;
/** A shorter sentence may be said again without being the same: `Go on.` In UTF-16 units. */
const SHORT_SENTENCE = 20;

/**
 * Returns the sentences of people that a newer sentence replaces: the same one, or one that gives another value to the same thing.
 *
 * @param texts of people, oldest first
 */
export function findReplacedWords(texts: readonly Part[]): ReadonlyMap<Part, ReadonlySet<number>> {
  const sentences = texts
    .filter(({ reading }) => reading.source.length <= LONG_TEXT)
    .flatMap((part) =>
      unitsWhere(part.reading, (unit) => isSentence(part.reading, unit)).map((unit) => ({
        part,
        unit,
        said: unitText(part.reading, unit).trim(),
      })),
    );
  const said = sentences.map((sentence) => sentence.said);
  const newest = new Map(sentences.map(({ part, said: text }) => [text, part]));
  const replaced = findReplacedStatements(said);
  const found = new Map<Part, Set<number>>();
  for (const [at, { part, unit, said: text }] of sentences.entries()) {
    const isRepeated = text.length >= SHORT_SENTENCE && newest.get(text) !== part;
    if (!isRepeated && !replaced.has(at)) continue;
    found.set(part, (found.get(part) ?? new Set()).add(unit));
  }
  return found;
}
