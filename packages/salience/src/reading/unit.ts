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

/** Index in the source where a unit begins. */
export function unitStart({ units }: ParsedText, unit: number): number {
  return units[unit * UNIT_SIZE + START]!;
}

/** Index in the source behind the end of a unit. */
export function unitEnd({ units }: ParsedText, unit: number): number {
  return units[unit * UNIT_SIZE + END]!;
}

/** How long a unit is, in UTF-16 units. */
export function unitLength(reading: ParsedText, unit: number): number {
  return unitEnd(reading, unit) - unitStart(reading, unit);
}

/** What a unit says, as it stands in the source. */
export function unitText(reading: ParsedText, unit: number): string {
  return reading.source.slice(unitStart(reading, unit), unitEnd(reading, unit));
}

/** Whether a unit says nothing by itself: blank, a bracket, or the mark of an earlier compression. Nobody chooses it. */
export function isTrivial({ units }: ParsedText, unit: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & TRIVIAL) !== 0;
}

/** Whether a unit is the key of a group of JSON, and nothing of what the group holds. */
export function isKey({ units }: ParsedText, unit: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & KEY) !== 0;
}

/** Whether a unit is a sentence of prose, or a clause of a long one. */
export function isSentence({ units }: ParsedText, unit: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & SENTENCE) !== 0;
}

/** Whether a unit goes on with the line of the one before. */
export function isContinuation({ units }: ParsedText, unit: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & CONTINUES) !== 0;
}

/** Whether a unit of JSON is a member or item of the outermost group. */
export function isTopLevel({ units }: ParsedText, unit: number): boolean {
  return units[unit * UNIT_SIZE + FRAME] === 0;
}

/** Whether a unit is no line or member of its own: the mark of an earlier compression, many blank lines, or a text read as a whole. */
export function isGapUnit({ units }: ParsedText, unit: number): boolean {
  return units[unit * UNIT_SIZE + LINE]! < -1;
}

/** How many lines or members a unit stands for: 1, but for stand-ins. */
export function getOmittedCount({ units }: ParsedText, unit: number): number {
  const line = units[unit * UNIT_SIZE + LINE]!;
  return line < -1 ? -1 - line : 1;
}
