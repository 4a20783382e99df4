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
  type Reading,
} from './reading.ts';

/** Index in the source where a unit begins. */
export function unitStart({ units }: Reading, unit: number): number {
  return units[unit * UNIT_SIZE + START]!;
}

/** Index in the source behind the end of a unit. */
export function unitEnd({ units }: Reading, unit: number): number {
  return units[unit * UNIT_SIZE + END]!;
}

/** How long a unit is, in UTF-16 units. */
export function unitLength(reading: Reading, unit: number): number {
  return unitEnd(reading, unit) - unitStart(reading, unit);
}

/** What a unit says, as it stands in the source. */
export function unitText(reading: Reading, unit: number): string {
  return reading.source.slice(unitStart(reading, unit), unitEnd(reading, unit));
}

/** Whether a unit says nothing by itself: blank, a bracket, or the mark of an earlier compression. Nobody chooses it. */
export function isTrivial({ units }: Reading, unit: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & TRIVIAL) !== 0;
}

/** Whether a unit is the key of a group of JSON, and nothing of what the group holds. */
export function isKey({ units }: Reading, unit: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & KEY) !== 0;
}

/** Whether a unit is a sentence of prose, or a clause of a long one. */
export function isSentence({ units }: Reading, unit: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & SENTENCE) !== 0;
}

/** Whether a unit goes on with the line of the one before. */
export function isContinuation({ units }: Reading, unit: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & CONTINUES) !== 0;
}

/** Whether a unit of JSON is a member or item of the outermost group. */
export function isOutermost({ units }: Reading, unit: number): boolean {
  return units[unit * UNIT_SIZE + FRAME] === 0;
}

/** Whether a unit is no line or member of its own: the mark of an earlier compression, many blank lines, or a text read as a whole. */
export function isStandIn({ units }: Reading, unit: number): boolean {
  return units[unit * UNIT_SIZE + LINE]! < -1;
}

/** How many lines or members a unit stands for: 1, but for stand-ins. */
export function standsFor({ units }: Reading, unit: number): number {
  const line = units[unit * UNIT_SIZE + LINE]!;
  return line < -1 ? -1 - line : 1;
}
