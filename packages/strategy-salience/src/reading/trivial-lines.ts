import type { ParseBuilder, UnitSpan } from './parse-builder.ts';

/** A longer run of trivial lines becomes one unit, which is never shown, only counted. */
const MAX_SINGLE = 3;

/** Start and end of a line, including surrounding blanks. */
type LineSpan = Pick<UnitSpan, 'start' | 'end'>;

/** The last non-blank line of a run. */
interface LastWord {
  readonly span: UnitSpan;
  readonly line: LineSpan;
  /** Number of lines before it. */
  readonly before: number;
}

/** Collects consecutive trivial lines: blank lines, brackets and earlier gap markers. */
export interface TrivialLines {
  /** Adds one; `lines` is the number of lines it represents. */
  readonly take: (span: UnitSpan, line: LineSpan, lines: number) => void;
  /** Flushes the run before a line with content, or at the end of the text. */
  readonly flush: (isEnd: boolean) => void;
}

export function createTrivialLines(builder: ParseBuilder): TrivialLines {
  const single: UnitSpan[] = [];
  let [taken, lines] = [0, 0];
  let last: UnitSpan | undefined;
  let word: LastWord | undefined;
  const addRun = (from: UnitSpan, end: number, count: number): void => {
    if (count > 0) builder.add({ ...from, end, body: end, line: -1 - count });
  };
  return {
    take(span, line, standsFor) {
      if (taken < MAX_SINGLE) single.push(span);
      if (span.end > span.body && span.line === -1) word = { span, line, before: lines };
      taken += 1;
      lines += standsFor;
      last = span;
    },
    flush(isEnd) {
      if (taken === 0) return;
      const [first] = single;
      if (first !== undefined && last !== undefined) {
        if (taken <= MAX_SINGLE) for (const span of single) builder.add(span);
        else if (!isEnd || word === undefined) addRun(first, last.end, lines);
        else {
          // The last line of a text can be selected even if it is a bracket.
          const { span, line, before } = word;
          if (span.start > first.start) {
            addRun(first, Math.max(first.end, line.start - 1), before);
          }
          builder.add(span);
          addRun({ ...span, start: line.end + 1 }, last.end, lines - before - 1);
        }
      }
      single.length = 0;
      [taken, lines] = [0, 0];
      last = undefined;
      word = undefined;
    },
  };
}
