import { ARGUMENTS, RESULT, TEXT, USER, type UnitIndex, roleOf } from '../ranking/unit-index.ts';
import { DEFINES } from '../reading/parsed-text.ts';
import { isUpper } from '../words/characters.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

/** Occurrences of each term, or of each line. */
export interface Occurrences {
  /** Number of messages that contain it. */
  readonly messages: Int32Array;
  /** Number of units that contain it. */
  readonly units: Int32Array;
  /** Newest message that contains it; -1 if only system text does. */
  readonly last: Int32Array;
  /** One bit per role that mentioned it. */
  readonly roles: Uint8Array;
  /** 1 if a definition contains it. */
  readonly defined: Uint8Array;
  /** 1 if it occurs with a call that names a file. */
  readonly withFile: Uint8Array;
  /** 1 if the newest task contains it. */
  readonly inTask: Uint8Array;
  /** Units of the smallest tool result that contains it; 0 for none. */
  readonly smallest: Int32Array;
}

export interface Statistics {
  readonly terms: Occurrences;
  readonly lines: Occurrences;
}

/** Counts all occurrences in one pass. */
export function countMentions(unitIndex: UnitIndex): Statistics {
  const terms = noMentions(unitIndex.termNames.length);
  const lines = noMentions(unitIndex.lineNames.length);
  for (const [index, { message, namesFile, isTask, parsed }] of unitIndex.passages.entries()) {
    const role = roleOf(unitIndex, index);
    if (role === 0) continue;
    const from = unitIndex.firstUnit[index]!;
    const to = unitIndex.firstUnit[index + 1]!;
    const file = namesFile === true ? 1 : 0;
    const facts = { message, role, file, task: isTask === true ? 1 : 0, size: parsed.count };
    for (let unit = from; unit < to; unit += 1) {
      const defines = (unitIndex.shapeOf[unit]! & DEFINES) === 0 ? 0 : 1;
      const end = unitIndex.termsFrom[unit + 1]!;
      for (let at = unitIndex.termsFrom[unit]!; at < end; at += 1) {
        recordOccurrence(terms, unitIndex.terms[at]!, facts, defines);
      }
      const line = unitIndex.lineOf[unit]!;
      if (line >= 0) recordOccurrence(lines, line, facts, defines);
    }
  }
  return { terms, lines };
}

interface Facts {
  readonly message: number;
  readonly role: number;
  readonly file: number;
  readonly task: number;
  readonly size: number;
}

function recordOccurrence(
  of: Occurrences,
  number: number,
  { message, role, file, task, size }: Facts,
  defines: number,
): void {
  of.units[number] = of.units[number]! + 1;
  if (of.last[number] !== message) {
    of.last[number] = message;
    of.messages[number] = of.messages[number]! + 1;
  }
  of.roles[number] = of.roles[number]! | role;
  of.defined[number] = of.defined[number]! | defines;
  of.withFile[number] = of.withFile[number]! | file;
  of.inTask[number] = of.inTask[number]! | task;
  const isSmaller = of.smallest[number] === 0 || size < of.smallest[number]!;
  if (role === RESULT && isSmaller) of.smallest[number] = size;
}

function noMentions(count: number): Occurrences {
  return {
    messages: new Int32Array(count),
    units: new Int32Array(count),
    last: new Int32Array(count).fill(-1),
    roles: new Uint8Array(count),
    defined: new Uint8Array(count),
    withFile: new Uint8Array(count),
    inTask: new Uint8Array(count),
    smallest: new Int32Array(count),
  };
}

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
  into[2] = Math.log2(mentions.units[term]!);
  into[3] = flag(roles, USER);
  into[4] = flag(roles, TEXT);
  into[5] = flag(roles, ARGUMENTS);
  into[6] = mentions.defined[term]!;
  into[7] = mentions.withFile[term]!;
  into[8] = topics[term]!;
  into[9] = isCapital(vocabulary.text(unitIndex.termNames[term]!).charCodeAt(0)) ? 1 : 0;
  into[10] = smallest === 0 ? 0 : Math.max(0, 8 - Math.log2(1 + smallest)) / 4;
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
  into[5] = flag(roles, RESULT);
  into[6] = mentions.withFile[line]!;
}

function flag(roles: number, bit: number): number {
  return (roles & bit) === 0 ? 0 : 1;
}

function isCapital(unit: number): boolean {
  if (unit < 0x80) return isUpper(unit);
  return /\p{Lu}/u.test(String.fromCharCode(unit));
}
