/** Units of a text that can be kept or omitted, and the terms of each. Numbers only, no substrings. */
export interface ParsedText {
  readonly source: string;
  /** `lines`: a text; `json`: a JSON text whose records and keys can be removed; `whole`: one unit. */
  readonly form: 'lines' | 'json' | 'whole';
  /** `UNIT_SIZE` numbers per unit, in order. */
  readonly units: Int32Array;
  /** Terms of the units without a line, in order. The vocabulary has those of lines. */
  readonly terms: Int32Array;
  /** `FRAME_SIZE` numbers per frame: the containers of JSON units, parents first. */
  readonly frames: Int32Array;
  readonly count: number;
}

export const UNIT_SIZE = 6;
/** Index in the source where the unit starts. */
export const START = 0;
export const END = 1;
/** Id of its line; -1 for none. A value below -1 represents -(1 + value) lines: an earlier gap marker, or a text parsed as one unit. */
export const LINE = 2;
/** End of its terms in `terms`; they start at the end of the previous unit's. A unit with a line has none there. */
export const TERMS_END = 3;
/** Flags: the constants from `CONTINUES` to `ROUTINE`. */
export const SHAPE = 4;
/** Index of its frame; -1 for none. */
export const FRAME = 5;

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
/** The unit is the key of its frame, without the frame's content. */
export const KEY = 32;
/** The sentence is an announcement, a question, a courtesy or a short field of a list. */
export const ROUTINE = 64;

export const FRAME_SIZE = 5;
export const PARENT = 0;
/** Span of the key with its colon; empty for array items. */
export const KEY_START = 1;
export const KEY_END = 2;
/** One of `OBJECT`, `ARRAY`, `STRING`. */
export const FORM = 3;
/** Number of its members, items or lines. */
export const SIZE = 4;

export const OBJECT = 0;
export const ARRAY = 1;
/** A long string whose lines are units. */
export const STRING = 2;

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

export function isKey(reading: ParsedText, unit: number): boolean {
  return hasFlag(reading, unit, KEY);
}

export function isSentence(reading: ParsedText, unit: number): boolean {
  return hasFlag(reading, unit, SENTENCE);
}

export function isContinuation(reading: ParsedText, unit: number): boolean {
  return hasFlag(reading, unit, CONTINUES);
}

export function unitFrame({ units }: ParsedText, unit: number): number {
  return units[unit * UNIT_SIZE + FRAME]!;
}

/** Returns whether a JSON unit is a top-level member or item. */
export function isTopLevel(reading: ParsedText, unit: number): boolean {
  return unitFrame(reading, unit) === 0;
}

/** Returns whether a unit represents other lines: an earlier gap marker, many blank lines, or a text parsed as one unit. */
export function isGapUnit({ units }: ParsedText, unit: number): boolean {
  return units[unit * UNIT_SIZE + LINE]! < -1;
}

/** Returns how many lines or members a unit represents: 1 unless it is a gap unit. */
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
