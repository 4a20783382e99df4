import { isTrivial, unitEnd, unitStart, type ParsedText } from '@palimpsest/salience';

/** Most of a first line that stays, in UTF-16 units; of a unit that is longer alone, all. */
const FIRST_LINE_LENGTH = 200;

/** The units of the first line that says something: by them a person's words are known again. */
export function firstLine(reading: ParsedText): number[] {
  const { source, count } = reading;
  const found: number[] = [];
  let lineEnd = -1;
  let limit = -1;
  for (let unit = 0; unit < count; unit += 1) {
    const start = unitStart(reading, unit);
    const isInside = start < lineEnd && unitEnd(reading, unit) <= limit;
    if (found.length > 0 && !isInside) break;
    if (isTrivial(reading, unit)) continue;
    if (found.length === 0) {
      const lineBreak = source.indexOf('\n', start);
      lineEnd = lineBreak < 0 ? source.length : lineBreak;
      limit = start + FIRST_LINE_LENGTH;
    }
    found.push(unit);
  }
  return found;
}
