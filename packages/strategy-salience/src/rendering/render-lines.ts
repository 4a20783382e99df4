import { formatGapMarker, parseGapMarker } from '@palimpsest/core-types';
import { findLineBody } from '../reading/line-body.ts';
import {
  hasFlag,
  isGapUnit,
  getOmittedCount,
  isTrivial,
  lineEnd,
  NUMBERED,
  unitEnd,
  unitStart,
  unitText,
  type ParsedText,
} from '../reading/parsed-text.ts';

/** Some units of a text. */
export interface UnitRange {
  /** First unit, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly isKept: (unit: number) => boolean;
}

/** A longer run of trivial lines is omitted. The ranking treats lines farther apart as not adjacent. */
const MAX_WAITING = 3;

/** The marker in a line that is a gap marker. */
const GAP = /…\d+/;

/**
 * Renders the kept lines of a range, with gap markers that count the lines between them. Trivial lines are shown between shown lines. No
 * marker is written where line numbers already show how many lines are omitted.
 *
 * @param lineBreak `\n`, or its escape inside a JSON string
 */
export function renderLines(
  reading: ParsedText,
  { from, to, isKept }: UnitRange,
  lineBreak: string,
): string {
  let text = '';
  let isBegun = false;
  /** Lines omitted since the last shown one. */
  let gap = 0;
  /** The earlier gap marker that is the whole gap. */
  let marker: string | undefined;
  /** Trivial lines that are shown if the next line is. */
  let waiting = '';
  let waitingLines = 0;
  /** Number of the last shown line; 0 before the first, `NaN` without numbers. */
  let lastLineNumber = 0;
  const show = (line: string): void => {
    text += isBegun ? lineBreak + line : line;
    isBegun = true;
  };
  /** The last shown line, if it is a gap marker: one that follows a recall id stays. */
  let last: { readonly start: number; readonly line: string; readonly lines: number } | undefined;
  const showGap = (): void => {
    const lines = gap + waitingLines;
    if (last !== undefined) {
      const joined = last.line.replace(GAP, formatGapMarker(last.lines + lines));
      text = text.slice(0, last.start) + joined;
      return;
    }
    // A marker that carries its legend keeps it.
    show(marker !== undefined && parseGapMarker(marker) === gap ? marker : formatGapMarker(lines));
  };
  for (let unit = from, end = from; unit < to; unit = end) {
    end = lineEnd(reading, unit, to);
    const line = renderLine(reading, { from: unit, to: end, isKept });
    if (line === undefined) {
      const isMarker = isGapUnit(reading, unit);
      const mayWait =
        isTrivial(reading, unit) && !isMarker && isBegun && gap === 0 && waitingLines < MAX_WAITING;
      if (mayWait && !isNumberedBlank(reading, unit)) {
        waiting += lineBreak + unitText(reading, unit);
        waitingLines += 1;
      } else {
        const isAlone = isMarker && gap + waitingLines === 0;
        marker = isAlone ? unitText(reading, unit) : undefined;
        gap += getOmittedCount(reading, unit);
      }
      continue;
    }
    const number = isKept(unit) ? numberOf(reading, unit) : Number.NaN;
    if (gap === 0) text += waiting;
    else if (number !== lastLineNumber + gap + waitingLines + 1) showGap();
    show(line);
    // A run of blank lines is a gap unit, too.
    const lines = isGapUnit(reading, unit) ? parseGapMarker(line) : undefined;
    last = lines === undefined ? undefined : { start: text.length - line.length, line, lines };
    lastLineNumber = number;
    gap = 0;
    waiting = '';
    waitingLines = 0;
  }
  if (gap === 0) text += waiting;
  else showGap();
  return text;
}

/** Returns whether the surrounding line numbers imply a blank line. */
function isNumberedBlank(reading: ParsedText, unit: number): boolean {
  if (!hasFlag(reading, unit, NUMBERED)) return false;
  const end = unitEnd(reading, unit);
  const { isNumbered, body } = findLineBody(reading.source, unitStart(reading, unit), end);
  return !isNumbered || body === end;
}

/** Returns the number at the start of a line; `NaN` if there is none, which equals nothing. */
function numberOf(reading: ParsedText, unit: number): number {
  if (!hasFlag(reading, unit, NUMBERED)) return Number.NaN;
  const start = unitStart(reading, unit);
  return Number.parseInt(reading.source.slice(start, start + 9), 10);
}

/** Renders a line of which some pieces are kept; `undefined` if none is. */
export function renderLine(
  reading: ParsedText,
  { from, to, isKept }: UnitRange,
): string | undefined {
  let line = '';
  let hasKept = false;
  let isCut = false;
  for (let unit = from; unit < to; unit += 1) {
    if (!isKept(unit)) {
      isCut = true;
      continue;
    }
    const piece = unitText(reading, unit);
    // A number directly after a marker would read as a count.
    if (isCut) line += /^\d/.test(piece) ? '… ' : '…';
    line += piece;
    hasKept = true;
    isCut = false;
  }
  if (!hasKept) return undefined;
  return isCut ? `${line}…` : line;
}
