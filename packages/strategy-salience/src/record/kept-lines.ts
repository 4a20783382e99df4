import { GAP, type RecordLine } from '@palimpsest/engine/history';
import { findLineBody } from '@palimpsest/engine/text';
import type { Role } from '../ranking/unit-index.ts';
import { withFrames } from '../reading/line-frames.ts';
import {
  representedLines,
  hasFlag,
  standsForLines,
  isTrivial,
  nextLineUnit,
  NUMBERED,
  unitEnd,
  unitStart,
  unitText,
  type ParsedText,
} from '../reading/parsed-text.ts';

/** A longer run of blank lines and brackets is left out. The ranking treats lines farther apart as not adjacent. */
const MAX_WAITING = 3;

/** A text whose lines are kept or left out. */
interface KeptText {
  readonly parsed: ParsedText;
  readonly role: Role;
  /** Whether it was read from a record: a line that is only the sign of a gap is one. @default false */
  readonly isRead?: boolean;
}

/** What is kept of a text. */
export interface KeptLines {
  /** Empty if nothing is kept. */
  readonly lines: readonly RecordLine[];
  /** Lines with content that are left out. */
  readonly omitted: number;
}

/**
 * Returns the kept lines of a text, with gaps. Blank lines and brackets stand between kept lines. No gap stands where line numbers already show
 * that lines are missing. Kept lines bring their frame with them, such as the
 * header of a table.
 *
 * @param gapOf returns the line that stands for left out ones. @default `GAP`
 */
export function keptLines(
  { parsed, role, isRead = false }: KeptText,
  isChosen: (unit: number) => boolean,
  gapOf: (lines: number) => RecordLine = () => GAP,
): KeptLines {
  const { count, source } = parsed;
  const isKept = withFrames(parsed, isChosen, role === 'user');
  let [kept, omitted] = [0, 0];
  for (let unit = 0, end = 0; unit < count; unit = end) {
    end = nextLineUnit(parsed, unit);
    let isAny = false;
    let isAll = true;
    for (let piece = unit; piece < end; piece += 1) {
      if (isKept(piece)) isAny = true;
      else if (!isTrivial(parsed, piece)) isAll = false;
    }
    if (isAny) kept += 1;
    if (!isAll) omitted += 1;
  }
  // A text without a line of content is left out as a whole, too.
  if (kept === 0) return { lines: [], omitted: omitted > 0 || source.trim() === '' ? omitted : 1 };
  if (omitted === 0) {
    const isVerbatim = role === 'user' && !isRead;
    const lines = isVerbatim ? source.split('\n') : linesOf(source);
    return { lines: source === '' ? [] : lines, omitted };
  }
  return { lines: linesWithGaps(parsed, isKept, gapOf), omitted };
}

/** Returns the lines of a text; one that is only a mark of an earlier compression is a gap. */
function linesOf(source: string): RecordLine[] {
  const lines: RecordLine[] = [];
  for (const line of source.split('\n')) {
    if (!GAP_LINE.test(line)) lines.push(line);
    else if (lines.at(-1) !== GAP) lines.push(GAP);
  }
  return lines;
}

const GAP_LINE = /^…\d{0,9}(?: \[Shortened: [^\n]+)?$/;

function linesWithGaps(
  parsed: ParsedText,
  isKept: (unit: number) => boolean,
  gapOf: (lines: number) => RecordLine,
): readonly RecordLine[] {
  const lines: RecordLine[] = [];
  let waiting: string[] = [];
  /** Lines that were left out since the last shown one. */
  let missing = 0;
  /** Whether the last shown line ends with a marker. */
  let isCut = false;
  const addGap = (isNextCut: boolean): void => {
    if (missing === 0 || lines.at(-1) === GAP) return;
    const gap = gapOf(missing + waiting.length);
    // A marker at the edge of a line says it already, if lines are not counted.
    if (gap !== GAP || !(isCut || isNextCut)) lines.push(gap);
  };
  /** Number of the last shown line; `NaN` without numbers. */
  let lastNumber = Number.NaN;
  for (let unit = 0, end = 0; unit < parsed.count; unit = end) {
    end = nextLineUnit(parsed, unit);
    const line = renderLine(parsed, { from: unit, to: end, isKept });
    if (line === undefined) {
      const isBlank = isTrivial(parsed, unit) && !standsForLines(parsed, unit);
      if (isBlank && lines.length === 0 && missing === 0) continue;
      if (isBlank && missing === 0 && waiting.length < MAX_WAITING)
        waiting.push(unitText(parsed, unit));
      else missing += representedLines(parsed, unit);
      continue;
    }
    const number = isKept(unit) ? numberOf(parsed, unit) : Number.NaN;
    // Numbers on both sides show the gap.
    const isShown = !Number.isNaN(number) && (lines.length === 0 || !Number.isNaN(lastNumber));
    if (missing === 0) lines.push(...waiting);
    else if (!isShown) addGap(line.startsWith('…'));
    lines.push(line);
    isCut = line.endsWith('…');
    lastNumber = number;
    waiting = [];
    missing = 0;
  }
  addGap(false);
  return lines;
}

/** Some units of a text. */
interface UnitRange {
  /** First unit, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly isKept: (unit: number) => boolean;
}

/** Renders a line of which some pieces are kept; `undefined` if none is. */
function renderLine(parsed: ParsedText, { from, to, isKept }: UnitRange): string | undefined {
  let line = '';
  let hasKept = false;
  let isCut = false;
  for (let unit = from; unit < to; unit += 1) {
    if (!isKept(unit)) {
      isCut = true;
      continue;
    }
    const piece = unitText(parsed, unit);
    // A number directly after a marker would read as a count.
    if (isCut) line += /^\d/.test(piece) ? '… ' : '…';
    line += piece;
    hasKept = true;
    isCut = false;
  }
  if (!hasKept) return undefined;
  return isCut ? `${line}…` : line;
}

function numberOf(parsed: ParsedText, unit: number): number {
  if (!hasFlag(parsed, unit, NUMBERED)) return Number.NaN;
  const start = unitStart(parsed, unit);
  const { isNumbered } = findLineBody(parsed.source, start, unitEnd(parsed, unit));
  return isNumbered ? Number.parseInt(parsed.source.slice(start, start + 9), 10) : Number.NaN;
}
