import {
  CONTINUES,
  END,
  FRAME,
  KEY,
  LINE,
  SENTENCE,
  SHAPE,
  START,
  TRIVIAL,
  UNIT_SIZE,
  type ParsedText,
} from './parsed-text.ts';

/** Returns the index in the source where a unit starts. */
export function unitStart({ units }: ParsedText, unit: number): number {
  return units[unit * UNIT_SIZE + START]!;
}

/** Returns the index in the source after a unit. */
export function unitEnd({ units }: ParsedText, unit: number): number {
  return units[unit * UNIT_SIZE + END]!;
}

/** Returns the length of a unit in UTF-16 units. */
export function unitLength(reading: ParsedText, unit: number): number {
  return unitEnd(reading, unit) - unitStart(reading, unit);
}

/** Returns the text of a unit as in the source. */
export function unitText(reading: ParsedText, unit: number): string {
  return reading.source.slice(unitStart(reading, unit), unitEnd(reading, unit));
}

/** Returns whether a unit has no content of its own: blank, a bracket, or an earlier gap marker. Such units are never selected. */
export function isTrivial({ units }: ParsedText, unit: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & TRIVIAL) !== 0;
}

/** Returns whether a unit is the key of a JSON container, without its content. */
export function isKey({ units }: ParsedText, unit: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & KEY) !== 0;
}

/** Returns whether a unit is a sentence of prose, or a clause of a long one. */
export function isSentence({ units }: ParsedText, unit: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & SENTENCE) !== 0;
}

/** Returns whether a unit continues the line of the previous one. */
export function isContinuation({ units }: ParsedText, unit: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & CONTINUES) !== 0;
}

/** Returns whether a JSON unit is a top-level member or item. */
export function isTopLevel({ units }: ParsedText, unit: number): boolean {
  return units[unit * UNIT_SIZE + FRAME] === 0;
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
