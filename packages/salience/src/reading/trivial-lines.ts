import type { ParseBuilder, UnitSpan } from './parse-builder.ts';

/** More lines that say nothing than this become one unit: they are never shown, only counted. */
const MOST_SINGLE = 3;

/** Where a line begins and ends, the blanks around it included. */
type LineSpan = Pick<UnitSpan, 'start' | 'end'>;

/** The last line of a run that is not blank. */
interface LastWord {
  readonly span: UnitSpan;
  readonly line: LineSpan;
  /** How many lines came before it. */
  readonly before: number;
}

/** Lines in a row that say nothing by themselves: blank, a bracket, or a mark of an earlier compression. */
export interface TrivialLines {
  /** Takes one more; `lines` is how many it stands for. */
  readonly take: (span: UnitSpan, line: LineSpan, lines: number) => void;
  /** Adds what was taken, before a line that says something, or at the end of the text. */
  readonly flush: (source: string, isEnd: boolean) => void;
}

export function createSilentLines(draft: ParseBuilder): TrivialLines {
  const single: UnitSpan[] = [];
  let [taken, lines] = [0, 0];
  let last: UnitSpan | undefined;
  let word: LastWord | undefined;
  const addRun = (source: string, from: UnitSpan, to: UnitSpan, count: number): void => {
    if (count > 0) draft.add(source, { ...from, end: to.end, body: to.end, line: -1 - count });
  };
  return {
    take(span, line, standsFor) {
      if (taken < MOST_SINGLE) single.push(span);
      if (span.end > span.body && span.line === -1) word = { span, line, before: lines };
      taken += 1;
      lines += standsFor;
      last = span;
    },
    flush(source, isEnd) {
      const [first] = single;
      const breakLength = first?.escaped === true ? 2 : 1;
      if (first !== undefined && last !== undefined) {
        if (taken <= MOST_SINGLE) for (const span of single) draft.add(source, span);
        else if (!isEnd || word === undefined) addRun(source, first, last, lines);
        else {
          // How a text ends may be asked for, even where it is a bracket.
          const { span, line, before } = word;
          if (span.start > first.start) {
            const end = Math.max(first.end, line.start - breakLength);
            addRun(source, first, { ...first, end }, before);
          }
          draft.add(source, span);
          const behind = lines - before - 1;
          const start = line.end + breakLength;
          if (behind > 0) addRun(source, { ...span, start, body: last.end }, last, behind);
        }
      }
      single.length = 0;
      [taken, lines] = [0, 0];
      last = undefined;
      word = undefined;
    },
  };
}
