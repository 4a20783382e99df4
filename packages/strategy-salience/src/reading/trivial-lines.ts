import type { ParseBuilder, UnitSpan } from './parse-builder.ts';
import { lineStandingFor, NO_LINE } from './parsed-text.ts';

/** A longer run of trivial lines becomes one unit, which is never shown, only counted. */
const MAX_SINGLE = 3;

/** Collects consecutive trivial lines: blank lines, brackets and earlier gap markers. */
export interface TrivialLines {
  /** Adds one; `lines` is the number of lines it represents. */
  readonly take: (unit: UnitSpan, lines: number) => void;
  /** Flushes the run before a line with content, or at the end of the text. */
  readonly flush: (isEnd: boolean) => void;
}

interface TrivialLine {
  readonly unit: UnitSpan;
  readonly lines: number;
}

export function createTrivialLines(builder: ParseBuilder): TrivialLines {
  let run: TrivialLine[] = [];
  return {
    take: (unit, lines) => {
      run.push({ unit, lines });
    },
    flush(isEnd) {
      if (run.length <= MAX_SINGLE) for (const { unit } of run) builder.add(unit);
      else {
        // A failed result keeps its last line, even if it is a bracket.
        const last = isEnd ? run.findLastIndex(isBracket) : -1;
        addAsOne(builder, run.slice(0, Math.max(0, last)));
        if (last >= 0) builder.add(run[last]!.unit);
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
  builder.add({ start, end, wordsFrom: end, line: lineStandingFor(count), shape });
}

function isBracket({ unit }: TrivialLine): boolean {
  return unit.end > unit.wordsFrom && unit.line === NO_LINE;
}
