import { ARGUMENTS, REASONING, RESULT, TEXT, USER } from '../ranking/passage.ts';
import type { UnitIndex } from '../ranking/unit-index.ts';
import { isUpper } from '../words/characters.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import type { Occurrences } from './statistics.ts';

/** Writes the features of a term, in the order of `TERM_FEATURES`. */
export function termFeatures(
  into: Float64Array,
  term: number,
  unitIndex: UnitIndex,
  vocabulary: Vocabulary,
  mentions: Occurrences,
  topics: Float64Array,
): void {
  const roles = mentions.roles[term]!;
  const smallest = mentions.smallest[term]!;
  into[0] = 1;
  into[1] = Math.log2(1 + unitIndex.messages - mentions.last[term]!);
  into[2] = Math.log2(mentions.messages[term]!);
  into[3] = Math.log2(mentions.units[term]!);
  into[4] = flag(roles, USER);
  into[5] = flag(roles, TEXT);
  into[6] = flag(roles, ARGUMENTS);
  into[7] = mentions.defined[term]!;
  into[8] = mentions.withFile[term]!;
  into[9] = topics[term]!;
  into[10] = isCapital(vocabulary.firstCharacter(unitIndex.termNames[term]!)) ? 1 : 0;
  into[11] = smallest === 0 ? 0 : Math.max(0, 8 - Math.log2(1 + smallest)) / 4;
}

/** Writes the features of a line, in the order of `LINE_FEATURES`. */
export function lineFeatures(
  into: Float64Array,
  line: number,
  mentions: Occurrences,
  messages: number,
): void {
  const roles = mentions.roles[line]!;
  into[0] = 1;
  into[1] = Math.log2(1 + messages - mentions.last[line]!);
  into[2] = Math.log2(mentions.messages[line]!);
  into[3] = flag(roles, USER);
  into[4] = flag(roles, ARGUMENTS);
  into[5] = flag(roles, REASONING);
  into[6] = flag(roles, RESULT);
  into[7] = mentions.withFile[line]!;
}

function flag(roles: number, bit: number): number {
  return (roles & bit) === 0 ? 0 : 1;
}

function isCapital(unit: number): boolean {
  if (unit < 0x80) return isUpper(unit);
  return /\p{Lu}/u.test(String.fromCharCode(unit));
}
