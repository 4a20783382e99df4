import { findTables } from '@palimpsest/text';
import {
  hasFlag,
  isGapUnit,
  isTrivial,
  lineEnd,
  NUMBERED,
  unitEnd,
  unitStart,
  type ParsedText,
} from './parsed-text.ts';

/** The units of the header of a table, and those of its rows. */
interface HeaderUnits {
  readonly header: readonly number[];
  readonly from: number;
  readonly to: number;
}

const known = new WeakMap<ParsedText, readonly HeaderUnits[]>();

/** Returns a selection that also keeps the header of each table of which it keeps a row: without the header, a row has no meaning. */
export function withHeaders(
  reading: ParsedText,
  isKept: (unit: number) => boolean,
): (unit: number) => boolean {
  let tables = known.get(reading);
  if (tables === undefined) {
    tables = headersOf(reading);
    known.set(reading, tables);
  }
  if (tables.length === 0) return isKept;
  const headers = new Set<number>();
  for (const { header, from, to } of tables) {
    let row = from;
    while (row < to && !isKept(row)) row += 1;
    if (row < to) for (const unit of header) headers.add(unit);
  }
  return (unit) => headers.has(unit) || isKept(unit);
}

function headersOf(reading: ParsedText): readonly HeaderUnits[] {
  const { count, source } = reading;
  // Most texts have nothing that could stand between columns.
  if (!/[|,;\t]| {2}\S|[A-Z] [A-Z]/.test(source)) return [];
  const lines: string[] = [];
  const firstUnits: number[] = [];
  for (let unit = 0; unit < count; unit = lineEnd(reading, unit, count)) {
    const end = lineEnd(reading, unit, count);
    firstUnits.push(unit);
    // A gap does not end a table.
    if (isTrivial(reading, unit)) {
      if (isGapUnit(reading, unit)) firstUnits.pop();
      else lines.push('');
      continue;
    }
    const last = unitEnd(reading, end - 1);
    lines.push(source.slice(bodyOf(reading, unit), last));
  }
  firstUnits.push(count);
  return findTables(lines).map(({ header, from, to }) => {
    const [first, rows] = [firstUnits[header]!, firstUnits[from]!];
    return {
      header: Array.from({ length: rows - first }, (_, at) => first + at),
      from: rows,
      to: firstUnits[to]!,
    };
  });
}

/** Returns where a line begins, after its number and the sign behind it. */
function bodyOf(reading: ParsedText, unit: number): number {
  const start = unitStart(reading, unit);
  if (!hasFlag(reading, unit, NUMBERED)) return start;
  return start + /^\d*/.exec(reading.source.slice(start, start + 10))![0].length + 1;
}
