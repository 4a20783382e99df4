import { SHAPE, START, TRIVIAL, UNIT_SIZE, type Reading } from '@palimpsest/salience';

/** Most of a first line that stays, in UTF-16 units. */
const FIRST_LINE_LENGTH = 200;

/** The units of the first line that says something: by them a person's words are known again. */
export function firstLine({ units, count, source }: Reading): number[] {
  const found: number[] = [];
  let end = -1;
  for (let unit = 0; unit < count; unit += 1) {
    const at = unit * UNIT_SIZE;
    const start = units[at + START]!;
    if (end >= 0 && start >= end) break;
    if ((units[at + SHAPE]! & TRIVIAL) !== 0) continue;
    if (end < 0) {
      const lineBreak = source.indexOf('\n', start);
      end = Math.min(lineBreak < 0 ? source.length : lineBreak, start + FIRST_LINE_LENGTH);
    }
    found.push(unit);
  }
  return found;
}
