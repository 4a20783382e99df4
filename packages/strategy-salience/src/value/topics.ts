import { RESULT, USER, roleOf, type UnitIndex } from '../ranking/unit-index.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

/** A word of at least this many terms says little about each. */
const SHARED = 20;

/**
 * Returns how closely each term matches the recent topic: for its strongest word log2(1 + mentions × 20 / (20 + terms with that word)). A
 * mention counts half for every quarter of the history since then, and double if a user made it.
 */
export function topicsOf(unitIndex: UnitIndex, vocabulary: Vocabulary): Float64Array {
  const { termNames } = unitIndex;
  const words = wordsOfTerms(unitIndex, vocabulary);
  const strength = mentionsOfWords(unitIndex, words);
  const holders = new Int32Array(words.count);
  for (const word of words.ids) holders[word]! += 1;
  const topics = new Float64Array(termNames.length);
  for (let term = 0; term < topics.length; term += 1) {
    let strongest = 0;
    for (let at = words.bounds[term]!; at < words.bounds[term + 1]!; at += 1) {
      const word = words.ids[at]!;
      const damped = (strength[word]! * SHARED) / (SHARED + holders[word]!);
      if (damped > strongest) strongest = damped;
    }
    topics[term] = Math.log2(1 + strongest);
  }
  return topics;
}

/** The words inside each term. */
interface WordsOfTerms {
  /** Number of different words. */
  readonly count: number;
  /** Words of all terms in order; those of a term start at its bound. */
  readonly ids: readonly number[];
  readonly bounds: Int32Array;
}

function wordsOfTerms({ termNames }: UnitIndex, vocabulary: Vocabulary): WordsOfTerms {
  const ids: number[] = [];
  const bounds = new Int32Array(termNames.length + 1);
  for (let term = 0; term < termNames.length; term += 1) {
    ids.push(...vocabulary.subWordsOf(termNames[term]!));
    bounds[term + 1] = ids.length;
  }
  return { count: vocabulary.subWordCount, ids, bounds };
}

function mentionsOfWords(unitIndex: UnitIndex, { count, ids, bounds }: WordsOfTerms): Float64Array {
  const { messages, terms, termNames } = unitIndex;
  const halfLife = Math.max(4, messages / 4);
  const strength = new Float64Array(count);
  /** Last message with each word, and with each term: a term that occurs again in a message adds nothing. */
  const wordSeen = new Int32Array(count).fill(-1);
  const termSeen = new Int32Array(termNames.length).fill(-1);
  for (const [index, { message }] of unitIndex.passages.entries()) {
    const role = roleOf(unitIndex, index);
    if (role === 0 || role === RESULT) continue;
    const weight = 2 ** ((message - messages) / halfLife) * (role === USER ? 2 : 1);
    const end = unitIndex.termsFrom[unitIndex.firstUnit[index + 1]!]!;
    for (let at = unitIndex.termsFrom[unitIndex.firstUnit[index]!]!; at < end; at += 1) {
      const term = terms[at]!;
      if (termSeen[term] === message) continue;
      termSeen[term] = message;
      for (let own = bounds[term]!; own < bounds[term + 1]!; own += 1) {
        const word = ids[own]!;
        if (wordSeen[word] === message) continue;
        wordSeen[word] = message;
        strength[word]! += weight;
      }
    }
  }
  return strength;
}
