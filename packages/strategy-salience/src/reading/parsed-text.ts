/** Units of a text that can be kept or omitted, and the terms of each. Numbers only, no substrings. */
export interface ParsedText {
  /** The text; of JSON, its lines as `formatJsonAsLines` writes them. */
  readonly source: string;
  /** `UNIT_SIZE` numbers per unit, in order. */
  readonly units: Int32Array;
  /** Terms of the units without a line, in order. The vocabulary has those of lines. */
  readonly terms: Int32Array;
  readonly count: number;
}

export const UNIT_SIZE = 5;
/** Index in the source where the unit starts. */
export const START = 0;
export const END = 1;
/** Id of its line; -1 for none. A value below -1 represents -(1 + value) lines: an earlier gap marker, or a text parsed as one unit. */
export const LINE = 2;
/** End of its terms in `terms`; they start at the end of the previous unit's. A unit with a line has none there. */
export const TERMS_END = 3;
/** Flags: the constants from `CONTINUES` to `ROUTINE`. */
export const SHAPE = 4;

/** The unit continues the line of the previous one. */
export const CONTINUES = 1;
/** The unit defines or imports something, or is a heading. */
export const DEFINES = 2;
/** The unit has no content of its own: blank, or a bracket. Shown if both neighbours are. */
export const TRIVIAL = 4;
/** The unit is a sentence of prose, or a clause of a long one. */
export const SENTENCE = 8;
/** The line starts with its own line number. */
export const NUMBERED = 16;
/** The sentence is an announcement, a question, a courtesy or a short field of a list. */
export const ROUTINE = 32;

export function unitStart({ units }: ParsedText, unit: number): number {
  return units[unit * UNIT_SIZE + START]!;
}

export function unitEnd({ units }: ParsedText, unit: number): number {
  return units[unit * UNIT_SIZE + END]!;
}

export function unitLength(reading: ParsedText, unit: number): number {
  return unitEnd(reading, unit) - unitStart(reading, unit);
}

export function unitText(reading: ParsedText, unit: number): string {
  return reading.source.slice(unitStart(reading, unit), unitEnd(reading, unit));
}

export function hasFlag({ units }: ParsedText, unit: number, flag: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & flag) !== 0;
}

/** Returns whether a unit has no content of its own: blank, a bracket, or an earlier gap marker. Such units are never selected. */
export function isTrivial(reading: ParsedText, unit: number): boolean {
  return hasFlag(reading, unit, TRIVIAL);
}

export function isSentence(reading: ParsedText, unit: number): boolean {
  return hasFlag(reading, unit, SENTENCE);
}

export function isContinuation(reading: ParsedText, unit: number): boolean {
  return hasFlag(reading, unit, CONTINUES);
}

/** Returns whether a unit represents other lines: an earlier gap marker, many blank lines, or a text parsed as one unit. */
export function isGapUnit({ units }: ParsedText, unit: number): boolean {
  return units[unit * UNIT_SIZE + LINE]! < -1;
}

/** Returns how many lines a unit represents: 1 unless it is a gap unit. */
export function getOmittedCount({ units }: ParsedText, unit: number): number {
  const line = units[unit * UNIT_SIZE + LINE]!;
  return line < -1 ? -1 - line : 1;
}

/** Returns the unit after the last piece of a line. */
export function lineEnd(reading: ParsedText, unit: number, to: number): number {
  let end = unit + 1;
  while (end < to && isContinuation(reading, end)) end += 1;
  return end;
}
