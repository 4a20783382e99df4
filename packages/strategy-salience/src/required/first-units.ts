import {
  isContinuation,
  isTrivial,
  unitEnd,
  unitStart,
  unitText,
  type ParsedText,
} from '../reading/parsed-text.ts';
import { unitsWhere } from '../reading/text-lines.ts';
import { unitLengthAlone } from './read-words.ts';
import { isProse, lineFrom, lineOf } from './written-lines.ts';

/** Units that start within this many characters of the first request always stay. */
const FIRST_REQUEST_LENGTH = 300;

/**
 * Returns the first units of a request, counted by their own characters: markers do not count, so that the next run finds the same units. Of a
 * line of prose so many stay that it is still parsed as prose.
 */
export function firstUnits(reading: ParsedText): number[] {
  const found: number[] = [];
  let length = 0;
  let limit = FIRST_REQUEST_LENGTH;
  for (let unit = 0; unit < reading.count; unit += 1) {
    if (length >= limit) {
      if (!isContinuation(reading, unit)) break;
      const first = found.findLastIndex((each) => !isContinuation(reading, each));
      const line = found.slice(Math.max(0, first));
      if (!isProse(lineFrom(reading, line[0]!)) || isProse(lineOf(reading, line))) break;
      // Doubled, so that the checks of a long line are linear.
      limit *= 2;
    }
    if (isTrivial(reading, unit)) continue;
    found.push(unit);
    length += unitLengthAlone(reading, unit);
  }
  return found;
}

/** Maximum length of a first line that stays, in characters; a longer single unit stays whole. */
const FIRST_LINE_LENGTH = 200;

/** Returns the units of the first line with content, by which a user message is recognized. */
export function firstLine(reading: ParsedText): number[] {
  const { count } = reading;
  // A text of nothing but short lines has no other line to be recognized by.
  const hasContent = unitsWhere(reading, (unit) => !isTrivial(reading, unit)).length > 0;
  const isSkipped = (unit: number): boolean =>
    hasContent ? isTrivial(reading, unit) : unitText(reading, unit).trim() === '';
  let first = 0;
  while (first < count && isSkipped(first)) first += 1;
  if (first === count) return [];
  const start = unitStart(reading, first);
  const endOfLine = start + lineFrom(reading, first).length;
  const limit = start + FIRST_LINE_LENGTH;
  const found = [first];
  for (let unit = first + 1; unit < count; unit += 1) {
    if (unitStart(reading, unit) >= endOfLine || unitEnd(reading, unit) > limit) break;
    if (!isSkipped(unit)) found.push(unit);
  }
  return found;
}
