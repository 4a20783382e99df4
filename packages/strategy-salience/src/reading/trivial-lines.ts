import type { ParseBuilder, UnitSpan } from './parse-builder.ts';
import { lineStandingFor } from './parsed-text.ts';

/** A longer run of trivial lines becomes one unit, which is never shown, only counted. */
const MAX_SINGLE = 3;

/** Collects consecutive trivial lines: blank lines, brackets and earlier gap markers. */
export interface TrivialLines {
  /** Adds a blank line or a bracket. */
  readonly takeLine: (unit: UnitSpan) => void;
  /** Adds a gap marker that stands for a number of lines. */
  readonly takeGap: (unit: UnitSpan, lines: number) => void;
  /** Flushes the run before a line with content, or at the end of the text. */
  readonly flush: (isEnd: boolean) => void;
}

interface TrivialLine {
  readonly unit: UnitSpan;
  /** Number of lines that it represents. */
  readonly lines: number;
  readonly isBracket: boolean;
}

export function createTrivialLines(builder: ParseBuilder): TrivialLines {
  let run: TrivialLine[] = [];
  return {
    takeLine: (unit) => {
      // A blank line has no text, a bracket has.
      run.push({ unit, lines: 1, isBracket: unit.end > unit.wordsFrom });
    },
    takeGap: (unit, lines) => {
      run.push({ unit, lines, isBracket: false });
    },
    flush(isEnd) {
      // The last bracket of a text is a unit of its own: the last line of a failed result is shown, and a combined unit never is.
      const last = isEnd ? run.findLastIndex(({ isBracket }) => isBracket) : -1;
      if (run.length <= MAX_SINGLE) for (const { unit } of run) builder.add(unit);
      else if (last < 0) addAsOne(builder, run);
      else {
        addAsOne(builder, run.slice(0, last));
        builder.add(run[last]!.unit);
        addAsOne(builder, run.slice(last + 1));
      }
      run = [];
    },
  };
}

function addAsOne(builder: ParseBuilder, run: readonly TrivialLine[]): void {
  const last = run.at(-1);
  if (last === undefined) return;
  const { start, shape } = run[0]!.unit;
  const { end } = last.unit;
  let count = 0;
  for (const { lines } of run) count += lines;
  // With `wordsFrom` at its end, the unit has no terms.
  builder.add({ start, end, wordsFrom: end, line: lineStandingFor(count), shape });
}
