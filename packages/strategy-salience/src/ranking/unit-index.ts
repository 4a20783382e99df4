import { LINE, type ParsedText, SHAPE, TERMS_END, UNIT_SIZE } from '../reading/parsed-text.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

/** Where a text comes from. `reasoning` is a thinking block, `arguments` those of a tool call. */
export type Role = 'system' | 'user' | 'text' | 'arguments' | 'reasoning' | 'result';

/** One text of a history with its position. */
export interface Passage {
  readonly parsed: ParsedText;
  /** Index of its message, from 0. Passages must be in ascending order. */
  readonly message: number;
  readonly role: Role;
  /** Whether it belongs to a call that names a file. @default false */
  readonly namesFile?: boolean;
  /** Whether it states the current task: its lines score higher. @default false */
  readonly isTask?: boolean;
  /** Whether it stays unchanged, so that its content counts as covered. @default false */
  readonly isKept?: boolean;
  /** Whether only its required units may be selected. @default false */
  readonly isExhausted?: boolean;
  /** Whether nothing but its required units may stay, however much room is left. @default false */
  readonly isReplaced?: boolean;
  /** Units that are chosen before all others. @default none */
  readonly preferredUnits?: ReadonlySet<number> | undefined;
  /** Units that are chosen after all others. @default none */
  readonly lastUnits?: ReadonlySet<number> | undefined;
  /** Units that always stay. @default none */
  readonly requiredUnits?: readonly number[];
  /** Cost per character, in the unit of the budget. @default 1 */
  readonly costPerCharacter?: number;
}

export const USER = 1;
export const TEXT = 2;
export const ARGUMENTS = 4;
export const REASONING = 8;
export const RESULT = 16;

/** One bit per role. System text is not counted. */
const ROLE_BITS: Readonly<Record<Role, number>> = {
  system: 0,
  user: USER,
  text: TEXT,
  arguments: ARGUMENTS,
  reasoning: REASONING,
  result: RESULT,
};

/** Columnar index over all passages. Units, terms and lines have consecutive ids; only terms and lines that occur get one. */
export interface UnitIndex {
  readonly passages: readonly Passage[];
  /** Number of messages. */
  readonly messages: number;
  readonly units: number;
  /** First unit of each passage, plus a final bound. */
  readonly firstUnit: Int32Array;
  /** Per unit: passage, flags, line (-1 for none). */
  readonly passageOf: Int32Array;
  readonly shapeOf: Uint8Array;
  readonly lineOf: Int32Array;
  /** Start of each unit's terms in `terms`, plus a final bound. */
  readonly termsFrom: Int32Array;
  readonly terms: Int32Array;
  /** Vocabulary id of each term. */
  readonly termNames: Int32Array;
  /** Vocabulary id of each line. */
  readonly lineNames: Int32Array;
}

/** Yields between passages. */
export function* buildUnitIndex(
  passages: readonly Passage[],
  vocabulary: Vocabulary,
  messages: number,
): Generator<void, UnitIndex> {
  let [units, mentions] = [0, 0];
  const firstUnit = new Int32Array(passages.length + 1);
  for (const [index, { parsed }] of passages.entries()) {
    units += parsed.count;
    mentions += countTerms(parsed, vocabulary);
    firstUnit[index + 1] = units;
    yield;
  }
  const passageOf = new Int32Array(units);
  const shapeOf = new Uint8Array(units);
  const lineOf = new Int32Array(units);
  const termsFrom = new Int32Array(units + 1);
  const terms = new Int32Array(mentions);
  const termNumbers = numbering(vocabulary.terms);
  const lineNumbers = numbering(vocabulary.lines);
  let [unit, written] = [0, 0];
  for (const [index, { parsed }] of passages.entries()) {
    const { units: fields, count } = parsed;
    let from = 0;
    for (let own = 0; own < count; own += 1, unit += 1) {
      const at = own * UNIT_SIZE;
      passageOf[unit] = index;
      shapeOf[unit] = fields[at + SHAPE]!;
      const line = fields[at + LINE]!;
      lineOf[unit] = line < 0 ? -1 : lineNumbers.of(line);
      termsFrom[unit] = written;
      const to = fields[at + TERMS_END]!;
      const ofUnit = line < 0 ? parsed.terms.subarray(from, to) : vocabulary.termsOfLine(line);
      for (const term of ofUnit) {
        terms[written] = termNumbers.of(term);
        written += 1;
      }
      from = to;
    }
    yield;
  }
  termsFrom[units] = written;
  return {
    passages,
    messages,
    units,
    firstUnit,
    passageOf,
    shapeOf,
    lineOf,
    termsFrom,
    terms,
    termNames: termNumbers.names(),
    lineNames: lineNumbers.names(),
  };
}

function countTerms({ units, terms }: ParsedText, vocabulary: Vocabulary): number {
  let count = terms.length;
  for (let at = LINE; at < units.length; at += UNIT_SIZE) {
    if (units[at]! >= 0) count += vocabulary.termsOfLine(units[at]!).length;
  }
  return count;
}

export function roleOf(unitIndex: UnitIndex, passage: number): number {
  return ROLE_BITS[unitIndex.passages[passage]!.role];
}

/** Assigns consecutive ids in order of first use. */
function numbering(size: number): { of: (name: number) => number; names: () => Int32Array } {
  const known = new Int32Array(size);
  const names: number[] = [];
  return {
    of(name) {
      if (known[name] === 0) {
        names.push(name);
        known[name] = names.length;
      }
      return known[name]! - 1;
    },
    names: () => Int32Array.from(names),
  };
}
