import { formatGapMarker, parseGapMarker } from '@palimpsest/core-types';
import {
  getOmittedCount,
  isKey,
  isTrivial,
  lineEnd,
  type ParsedText,
} from '../reading/parsed-text.ts';
import { renderJson } from './render-json.ts';
import { renderLines } from './render-lines.ts';

export interface RenderOptions {
  /**
   * Whether a rendered JSON text is still valid JSON: gap markers are written as members. @default false: gap markers are written bare, which
   * shows that the text is incomplete
   */
  readonly strict?: boolean;
  /** Recall id that is added to the gap marker of the outermost container; only with `strict`. @default none */
  readonly id?: string | undefined;
}

/** Renders a text with only the given units. Returns the text itself if all units with content are kept. */
export function render(
  reading: ParsedText,
  isKept: (unit: number) => boolean,
  { strict = false, id }: RenderOptions = {},
): string {
  const { count, source, form } = reading;
  let [kept, omitted] = [0, 0];
  for (let unit = 0; unit < count; unit += 1) {
    if (isKept(unit)) kept += 1;
    else if (!isTrivial(reading, unit) && !isKey(reading, unit)) omitted += 1;
  }
  // A text of trivial units alone is not returned unchanged, unless it is empty.
  if (omitted === 0 && (kept > 0 || count === 0)) return source;
  if (kept === 0 && (form !== 'json' || !strict)) {
    return parseGapMarker(source) === undefined ? formatGapMarker(countOmitted(reading)) : source;
  }
  if (form === 'json') return renderJson(reading, isKept, { strict, id });
  return renderLines(reading, { from: 0, to: count, isKept }, '\n');
}

/**
 * Counts the omitted lines, or the omitted JSON members except container keys. Without `isKept`, everything counts as omitted. An earlier gap
 * marker counts as the number of lines that it represents.
 */
export function countOmitted(
  reading: ParsedText,
  isKept: (unit: number) => boolean = () => false,
): number {
  const { count } = reading;
  let omitted = 0;
  for (let unit = 0, end = 0; unit < count; unit = end) {
    end = lineEnd(reading, unit, count);
    if (!isKey(reading, unit) && !isAnyKept(unit, end, isKept))
      omitted += getOmittedCount(reading, unit);
  }
  return omitted;
}

function isAnyKept(from: number, to: number, isKept: (unit: number) => boolean): boolean {
  for (let unit = from; unit < to; unit += 1) if (isKept(unit)) return true;
  return false;
}
