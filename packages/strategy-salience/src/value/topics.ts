import { RESULT, USER } from '../ranking/passage.ts';
import { roleOf, type UnitIndex } from '../ranking/unit-index.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

/** A word of at least this many terms says little about each. */
const SHARED = 20;

/**
 * Returns how closely each term matches the recent topic: for its strongest word log2(1 + mentions × 20 / (20 + terms with that word)). A
 * mention counts half for every quarter of the history since then, and double if a user made it.
 */
export function topicsOf(board: UnitIndex, vocabulary: Vocabulary): Float64Array {
  const strength = mentionsOfWords(board, vocabulary);
  const holders = new Int32Array(strength.length);
  const { atomNames } = board;
  for (const name of atomNames) {
    for (const word of vocabulary.subWords(name)) if (word < holders.length) holders[word]! += 1;
  }
  const topics = new Float64Array(atomNames.length);
  for (const [atom, name] of atomNames.entries()) {
    let strongest = 0;
    for (const word of vocabulary.subWords(name)) {
      const mentions = strength[word] ?? 0;
      const damped = (mentions * SHARED) / (SHARED + (holders[word] ?? 0));
      if (damped > strongest) strongest = damped;
    }
    topics[atom] = Math.log2(1 + strongest);
  }
  return topics;
}

function mentionsOfWords(board: UnitIndex, vocabulary: Vocabulary): Float64Array {
  const { messages, atomNames } = board;
  const halfLife = Math.max(4, messages / 4);
  for (const name of atomNames) vocabulary.subWords(name);
  const strength = new Float64Array(vocabulary.subWordCount);
  const seen = new Int32Array(strength.length).fill(-1);
  for (const [index, { message }] of board.passages.entries()) {
    const role = roleOf(board, index);
    if (role === 0 || role === RESULT) continue;
    const weight = 2 ** ((message - messages) / halfLife) * (role === USER ? 2 : 1);
    const end = board.atomsFrom[board.firstUnit[index + 1]!]!;
    for (let at = board.atomsFrom[board.firstUnit[index]!]!; at < end; at += 1) {
      for (const word of vocabulary.subWords(atomNames[board.atoms[at]!]!)) {
        if (seen[word] === message) continue;
        seen[word] = message;
        strength[word]! += weight;
      }
    }
  }
  return strength;
}
