import { isTrivial, unitStart, type Reading } from '@palimpsest/salience';

/** Most of a first line that stays, in UTF-16 units. */
const FIRST_LINE_LENGTH = 200;

/** The units of the first line that says something: by them a person's words are known again. */
export function firstLine(reading: Reading): number[] {
  const { source, count } = reading;
  const found: number[] = [];
  let end = -1;
  for (let unit = 0; unit < count; unit += 1) {
    const start = unitStart(reading, unit);
    if (end >= 0 && start >= end) break;
    if (isTrivial(reading, unit)) continue;
    if (end < 0) {
      const lineBreak = source.indexOf('\n', start);
      end = Math.min(lineBreak < 0 ? source.length : lineBreak, start + FIRST_LINE_LENGTH);
    }
    found.push(unit);
  }
  return found;
}
