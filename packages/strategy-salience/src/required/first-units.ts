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
export function firstUnits(parsed: ParsedText): number[] {
  const found: number[] = [];
  let length = 0;
  let limit = FIRST_REQUEST_LENGTH;
  for (let unit = 0; unit < parsed.count; unit += 1) {
    if (length >= limit) {
      if (!isContinuation(parsed, unit)) break;
      const first = found.findLastIndex((each) => !isContinuation(parsed, each));
      const line = found.slice(Math.max(0, first));
      if (!isProse(lineFrom(parsed, line[0]!)) || isProse(lineOf(parsed, line))) break;
      // Doubled, so that the checks of a long line are linear.
      limit *= 2;
    }
    if (isTrivial(parsed, unit)) continue;
    found.push(unit);
    length += unitLengthAlone(parsed, unit);
  }
  return found;
}

/** Maximum length of a first line that stays, in characters; a longer single unit stays whole. */
const FIRST_LINE_LENGTH = 200;

/** Returns the units of the first line with content, by which a user message is recognized. */
export function firstLine(parsed: ParsedText): number[] {
  const { count } = parsed;
  // A text of nothing but short lines has no other line to be recognized by.
  const hasContent = unitsWhere(parsed, (unit) => !isTrivial(parsed, unit)).length > 0;
  const isSkipped = (unit: number): boolean =>
    hasContent ? isTrivial(parsed, unit) : unitText(parsed, unit).trim() === '';
  let first = 0;
  while (first < count && isSkipped(first)) first += 1;
  if (first === count) return [];
  const start = unitStart(parsed, first);
  const endOfLine = start + lineFrom(parsed, first).length;
  const limit = start + FIRST_LINE_LENGTH;
  const found = [first];
  for (let unit = first + 1; unit < count; unit += 1) {
    if (unitStart(parsed, unit) >= endOfLine || unitEnd(parsed, unit) > limit) break;
    if (!isSkipped(unit)) found.push(unit);
  }
  return found;
}
