/**
 * Units of a text that can be kept or omitted, and the terms of each: its words, names, numbers and paths. Numbers only, no substrings: units
 * have indices, terms and lines the ids of a vocabulary. Positions and lengths are in characters (UTF-16).
 */
export interface ParsedText {
  /** The text; of JSON, its lines as `formatJsonAsLines` writes them. */
  readonly source: string;
  /** `UNIT_SIZE` numbers per unit, in order. */
  readonly units: Int32Array;
  /** Term ids of the units whose `LINE` is negative, in order. For the others, the vocabulary has the terms of their line. */
  readonly terms: Int32Array;
  readonly count: number;
}

export const UNIT_SIZE = 5;
/** Position in the source where the unit starts. */
export const START = 0;
export const END = 1;
/** Id of its line; `NO_LINE`; or what `lineStandingFor` returns. */
export const LINE = 2;
/** The unit has no line that is scored as a whole: it is a piece of one, or too short. */
export const NO_LINE = -1;
/** End of its terms in `terms`; they start at the end of the previous unit's. A unit with a line has none there. */
export const TERMS_END = 3;
/** Flags: the constants from `CONTINUES` to `ROUTINE`. */
export const SHAPE = 4;

/** The unit continues the line of the previous one. */
export const CONTINUES = 1;
/** The unit defines or imports something, or is a heading. */
export const DEFINES = 2;
/** The unit has no content of its own: blank lines, a bracket, an earlier gap marker. It is never selected, but shown if both neighbours are. */
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

export function unitLength(parsed: ParsedText, unit: number): number {
  return unitEnd(parsed, unit) - unitStart(parsed, unit);
}

export function unitText(parsed: ParsedText, unit: number): string {
  return parsed.source.slice(unitStart(parsed, unit), unitEnd(parsed, unit));
}

export function hasFlag({ units }: ParsedText, unit: number, flag: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & flag) !== 0;
}

export function isTrivial(parsed: ParsedText, unit: number): boolean {
  return hasFlag(parsed, unit, TRIVIAL);
}

export function isSentence(parsed: ParsedText, unit: number): boolean {
  return hasFlag(parsed, unit, SENTENCE);
}

export function isContinuation(parsed: ParsedText, unit: number): boolean {
  return hasFlag(parsed, unit, CONTINUES);
}

/** Returns the `LINE` of a unit that stands for several lines: an earlier gap marker, many blank lines, or a text parsed as one unit. */
export function lineStandingFor(lines: number): number {
  return NO_LINE - lines;
}

export function standsForLines({ units }: ParsedText, unit: number): boolean {
  return units[unit * UNIT_SIZE + LINE]! < NO_LINE;
}

/** Returns how many lines a unit stands for: 1 unless `standsForLines`. */
export function representedLines({ units }: ParsedText, unit: number): number {
  const line = units[unit * UNIT_SIZE + LINE]!;
  return line < NO_LINE ? NO_LINE - line : 1;
}

/** Returns the unit that begins the next line. */
export function nextLineUnit(parsed: ParsedText, unit: number): number {
  let next = unit + 1;
  while (next < parsed.count && isContinuation(parsed, next)) next += 1;
  return next;
}
