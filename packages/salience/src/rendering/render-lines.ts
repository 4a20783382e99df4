import { formatGapMarker, parseGapMarker } from '@palimpsest/core-types';
import { lineBody } from '../reading/line-body.ts';
import {
  CONTINUES,
  END,
  LINE,
  NUMBERED,
  SHAPE,
  START,
  TRIVIAL,
  UNIT_SIZE,
  type ParsedText,
} from '../reading/parsed-text.ts';

export interface LineRange {
  /** First unit, and the one behind the last. */
  readonly from: number;
  readonly to: number;
  readonly isKept: (unit: number) => boolean;
  /** `\n`, or its escape inside a JSON string. */
  readonly lineBreak: string;
}

/** More lines that say nothing by themselves are a gap. The ranking takes lines further apart for no neighbours. */
const MOST_WAITING = 3;

/**
 * The kept lines of a range, with marks that count the lines between them. Lines that say nothing by themselves are shown between lines that
 * are. Where a line begins with its number, and that says how many lines are left out before it, no mark does.
 */
export function renderLines(
  { source, units }: ParsedText,
  { from, to, isKept, lineBreak }: LineRange,
): string {
  let text = '';
  let isBegun = false;
  /** Lines left out since the last one shown. */
  let gap = 0;
  /** The mark of an earlier compression that is all of the gap. */
  let mark: string | undefined;
  /** Trivial lines that are shown if the next line is. */
  let waiting = '';
  let waitingLines = 0;
  /** Number of the last line shown, before the first one 0; no number where none is seen. */
  let shown = 0;
  const show = (line: string): void => {
    text += isBegun ? lineBreak + line : line;
    isBegun = true;
  };
  // An explained mark stays explained.
  const showGap = (): void =>
    show(
      mark !== undefined && parseGapMarker(mark) === gap
        ? mark
        : formatGapMarker(gap + waitingLines),
    );
  for (let unit = from, end = from; unit < to; unit = end) {
    end = lineEnd(units, unit, to);
    const at = unit * UNIT_SIZE;
    const line = renderLine(source, units, { from: unit, to: end, isKept });
    if (line === undefined) {
      const marked = units[at + LINE]! < -1 ? -1 - units[at + LINE]! : 0;
      const isTrivial = (units[at + SHAPE]! & TRIVIAL) !== 0 && marked === 0;
      const mayWait = isTrivial && isBegun && gap === 0 && waitingLines < MOST_WAITING;
      if (mayWait && !isNumberedBlank(source, units, unit)) {
        waiting += lineBreak + source.slice(units[at + START], units[at + END]);
        waitingLines += 1;
      } else {
        const isAlone = marked > 0 && gap + waitingLines === 0;
        mark = isAlone ? source.slice(units[at + START], units[at + END]) : undefined;
        gap += marked === 0 ? 1 : marked;
      }
      continue;
    }
    const number = isKept(unit) ? numberOf(source, units, unit) : Number.NaN;
    if (gap === 0) text += waiting;
    else if (number !== shown + gap + waitingLines + 1) showGap();
    show(line);
    shown = number;
    gap = 0;
    waiting = '';
    waitingLines = 0;
  }
  if (gap === 0) text += waiting;
  else showGap();
  return text;
}

/** Behind the last piece of the line that begins with a unit. */
export function lineEnd(units: Int32Array, unit: number, to: number): number {
  let end = unit + 1;
  while (end < to && (units[end * UNIT_SIZE + SHAPE]! & CONTINUES) !== 0) end += 1;
  return end;
}

function isNumbered(units: Int32Array, unit: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & NUMBERED) !== 0;
}

/** The numbers around it say that a blank line stood there. */
function isNumberedBlank(source: string, units: Int32Array, unit: number): boolean {
  if (!isNumbered(units, unit)) return false;
  const [start, end] = [units[unit * UNIT_SIZE + START]!, units[unit * UNIT_SIZE + END]!];
  const { isNumbered: hasMark, body } = lineBody(source, start, end);
  return !hasMark || body === end;
}

/** The number a line begins with, `NaN` for none: equal to nothing. */
function numberOf(source: string, units: Int32Array, unit: number): number {
  const start = units[unit * UNIT_SIZE + START]!;
  return isNumbered(units, unit) ? Number.parseInt(source.slice(start, start + 9), 10) : Number.NaN;
}

/** A line of which some pieces are kept; `undefined` where none is. */
function renderLine(
  source: string,
  units: Int32Array,
  { from, to, isKept }: Pick<LineRange, 'from' | 'to' | 'isKept'>,
): string | undefined {
  let line = '';
  let hasKept = false;
  let isCut = false;
  for (let unit = from; unit < to; unit += 1) {
    if (!isKept(unit)) {
      isCut = true;
      continue;
    }
    const piece = source.slice(units[unit * UNIT_SIZE + START], units[unit * UNIT_SIZE + END]);
    // A number right behind a mark would count what is missing.
    if (isCut) line += /^\d/.test(piece) ? '… ' : '…';
    line += piece;
    hasKept = true;
    isCut = false;
  }
  if (!hasKept) return undefined;
  return isCut ? `${line}…` : line;
}
