import { isTrivial, unitEnd, unitStart, type ParsedText } from '@palimpsest/salience';

/** Maximum length of a first line that stays, in UTF-16 units; a longer single unit stays whole. */
const FIRST_LINE_LENGTH = 200;

/** Returns the units of the first line with content, by which a user message is recognized. */
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
