import { formatGapMarker, parseGapMarker } from '@palimpsest/core-types';
import type { ParsedText } from '../reading/parsed-text.ts';
import { isKey, isTrivial, getOmittedCount } from '../reading/unit.ts';
import { renderJson } from './render-json.ts';
import { lineEnd, renderLines } from './render-lines.ts';

export interface RenderOptions {
  /**
   * A reduced JSON text is JSON again: marks become members of their own, also where nothing else is left. @default false: marks stand bare,
   * so that a reader sees it is not whole
   */
  readonly strict?: boolean;
  /** The id by which all of a strict text can be recalled: it stands with the count of the outermost group. @default none */
  readonly id?: string | undefined;
}

/** What is left of a text when only some of its units are kept; the text itself where all are that say something. */
export function render(
  reading: ParsedText,
  isKept: (unit: number) => boolean,
  { strict = false, id }: RenderOptions = {},
): string {
  const { count, source, form } = reading;
  let [kept, choices] = [0, 0];
  for (let unit = 0; unit < count; unit += 1) {
    if (isKept(unit)) kept += 1;
    else if (!isTrivial(reading, unit) && !isKey(reading, unit)) choices += 1;
  }
  if (choices === 0 && (kept > 0 || count === 0)) return source;
  if (kept === 0 && (form !== 'json' || !strict)) {
    return parseGapMarker(source) === undefined ? formatGapMarker(countOmitted(reading)) : source;
  }
  if (form === 'json') return renderJson(reading, isKept, { strict, id });
  return renderLines(reading, { from: 0, to: count, isKept, lineBreak: '\n' });
}

/**
 * How many lines, or plain members of JSON, nothing is kept of: all of them by default. A mark of an earlier compression counts as what it
 * stands for.
 */
export function countOmitted(
  reading: ParsedText,
  isKept: (unit: number) => boolean = () => false,
): number {
  const { units, count } = reading;
  let lines = 0;
  for (let unit = 0, end = 0; unit < count; unit = end) {
    end = lineEnd(units, unit, count);
    if (!isKey(reading, unit) && !isAnyKept(unit, end, isKept))
      lines += getOmittedCount(reading, unit);
  }
  return lines;
}

function isAnyKept(from: number, to: number, isKept: (unit: number) => boolean): boolean {
  for (let unit = from; unit < to; unit += 1) if (isKept(unit)) return true;
  return false;
}
