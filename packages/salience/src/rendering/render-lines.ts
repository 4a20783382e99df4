import { gapMarker } from '@palimpsest/core-types';
import {
  CONTINUES,
  END,
  LINE,
  NUMBERED,
  SHAPE,
  START,
  TRIVIAL,
  UNIT_SIZE,
  type Reading,
} from '../reading/reading.ts';

export interface LineRange {
  /** First unit, and the one behind the last. */
  readonly from: number;
  readonly to: number;
  readonly isKept: (unit: number) => boolean;
  /** `\n`, or its escape inside a JSON string. */
  readonly lineBreak: string;
}

/** The kept lines of a range, with marks that count the lines between them. */
export function renderLines(
  { source, units }: Reading,
  { from, to, isKept, lineBreak }: LineRange,
): string {
  let text = '';
  /** Lines left out since the last one shown. */
  let gap = 0;
  /** Trivial lines that are shown if the next line is. */
  let waiting = '';
  let waitingLines = 0;
  /** Number of the last line shown, before the first one 0; no number where it has none. */
  let shown = 0;
  let unit = from;
  while (unit < to) {
    let end = unit + 1;
    while (end < to && (units[end * UNIT_SIZE + SHAPE]! & CONTINUES) !== 0) end += 1;
    const at = unit * UNIT_SIZE;
    const isTrivial = (units[at + SHAPE]! & TRIVIAL) !== 0;
    const marked = units[at + LINE]! < -1 ? -1 - units[at + LINE]! : 0;
    if (isTrivial && !isKept(unit)) {
      // A number says by itself that a blank line stood there.
      const isBlank = units[at + END]! - units[at + START]! < 7 && isNumbered(units, unit);
      if (gap === 0 && marked === 0 && text !== '' && !isBlank) {
        waiting += lineBreak + source.slice(units[at + START], units[at + END]);
        waitingLines += 1;
      } else gap += marked === 0 ? 1 : marked;
    } else {
      const line = renderLine(source, units, { from: unit, to: end, isKept });
      if (line === undefined) gap += 1;
      else {
        const number = numberOf(source, units, unit);
        if (gap > 0 && number !== shown + gap + waitingLines + 1) {
          text += `${text === '' ? '' : lineBreak}${gapMarker(gap + waitingLines)}`;
        } else if (gap === 0) text += waiting;
        text += text === '' ? line : lineBreak + line;
        shown = number;
        gap = 0;
        waiting = '';
        waitingLines = 0;
      }
    }
    unit = end;
  }
  if (gap > 0) text += `${text === '' ? '' : lineBreak}${gapMarker(gap + waitingLines)}`;
  return text;
}

function isNumbered(units: Int32Array, unit: number): boolean {
  return (units[unit * UNIT_SIZE + SHAPE]! & NUMBERED) !== 0;
}

/** The number a line begins with, `NaN` for none: equal to nothing. */
function numberOf(source: string, units: Int32Array, unit: number): number {
  const at = unit * UNIT_SIZE;
  if (!isNumbered(units, unit)) return Number.NaN;
  return Number.parseInt(source.slice(units[at + START], units[at + START]! + 9), 10);
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
    if (isCut) line += '…';
    line += source.slice(units[unit * UNIT_SIZE + START], units[unit * UNIT_SIZE + END]);
    hasKept = true;
    isCut = false;
  }
  if (!hasKept) return undefined;
  return isCut ? `${line}…` : line;
}
