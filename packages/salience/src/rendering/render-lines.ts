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
  /** First unit, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly isKept: (unit: number) => boolean;
  /**
   * `\n`, or its escape inside a JSON string.
   */
  readonly lineBreak: string;
}

/** A longer run of trivial lines is omitted. The ranking treats lines farther apart as not adjacent. */
const MOST_WAITING = 3;

/**
 * Renders the kept lines of a range, with gap markers that count the lines between them. Trivial lines are shown between shown lines. No
 * marker is written where line numbers already show how many lines are omitted.
 */
export function renderLines(
  { source, units }: ParsedText,
  { from, to, isKept, lineBreak }: LineRange,
): string {
  let text = '';
  let isBegun = false;
  /** Lines omitted since the last shown one. */
  let gap = 0;
  /** The earlier gap marker that is the whole gap. */
  let mark: string | undefined;
  /** Trivial lines that are shown if the next line is. */
  let waiting = '';
  let waitingLines = 0;
  /** Number of the last shown line; 0 before the first, `NaN` without numbers. */
  let shown = 0;
  const show = (line: string): void => {
    text += isBegun ? lineBreak + line : line;
    isBegun = true;
  };
  // A marker that carries its legend keeps it.
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

/** Returns the unit after the last piece of a line. */
export function lineEnd(units: Int32Array, unit: number, to: number): number {
  let end = unit + 1;
  while (end < to && (units[end * UNIT_SIZE + SHAPE]! & CONTINUES) !== 0) end += 1;
  return end;
}

function isNumbered(units: Int32Array, unit: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & NUMBERED) !== 0;
}

/** Returns whether the surrounding line numbers imply a blank line. */
function isNumberedBlank(source: string, units: Int32Array, unit: number): boolean {
  if (!isNumbered(units, unit)) return false;
  const [start, end] = [units[unit * UNIT_SIZE + START]!, units[unit * UNIT_SIZE + END]!];
  const { isNumbered: hasMark, body } = lineBody(source, start, end);
  return !hasMark || body === end;
}

/** Returns the number at the start of a line; `NaN` if there is none, which equals nothing. */
function numberOf(source: string, units: Int32Array, unit: number): number {
  const start = units[unit * UNIT_SIZE + START]!;
  return isNumbered(units, unit) ? Number.parseInt(source.slice(start, start + 9), 10) : Number.NaN;
}

/** Renders a line of which some pieces are kept; `undefined` if none is. */
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
    // A number directly after a marker would read as a count.
    if (isCut) line += /^\d/.test(piece) ? '… ' : '…';
    line += piece;
    hasKept = true;
    isCut = false;
  }
  if (!hasKept) return undefined;
  return isCut ? `${line}…` : line;
}
