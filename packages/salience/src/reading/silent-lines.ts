import type { Draft, UnitSpan } from './draft.ts';

/** More lines that say nothing than this become one unit: they are never shown, only counted. */
const MOST_SINGLE = 3;

/** Lines in a row that say nothing by themselves: blank, a bracket, or a mark of an earlier compression. */
export interface SilentLines {
  /** Takes one more; `lines` is how many it stands for. */
  readonly take: (span: UnitSpan, lines: number) => void;
  /** Adds what was taken, before a line that says something, or at the end of the text. */
  readonly flush: (source: string, isEnd: boolean) => void;
}

export function createSilentLines(draft: Draft): SilentLines {
  const single: UnitSpan[] = [];
  let [taken, lines] = [0, 0];
  let last: UnitSpan | undefined;
  /** The last one that is not blank, how many lines came before it, and behind it. */
  let word: UnitSpan | undefined;
  let beforeWord = 0;
  const addRun = (source: string, from: UnitSpan, to: UnitSpan, count: number): void => {
    if (count > 0) draft.add(source, { ...from, end: to.end, body: to.end, line: -1 - count });
  };
  return {
    take(span, standsFor) {
      if (taken < MOST_SINGLE) single.push(span);
      if (span.end > span.body && span.line === -1) {
        word = span;
        beforeWord = lines;
      }
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
          if (word.start > first.start) {
            addRun(
              source,
              first,
              { ...first, end: Math.max(first.end, word.start - breakLength) },
              beforeWord,
            );
          }
          draft.add(source, word);
          const behind = lines - beforeWord - 1;
          if (behind > 0)
            addRun(
              source,
              { ...word, start: word.end + breakLength, body: last.end },
              last,
              behind,
            );
        }
      }
      single.length = 0;
      [taken, lines, beforeWord] = [0, 0, 0];
      last = undefined;
      word = undefined;
    },
  };
}
