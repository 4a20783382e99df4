import { formatGapMarker, parseGapMarker } from '@palimpsest/core-types';
import type { ParsedText } from '../reading/parsed-text.ts';
import { isKey, isTrivial, getOmittedCount } from '../reading/unit.ts';
import { renderJson } from './render-json.ts';
import { lineEnd, renderLines } from './render-lines.ts';

export interface RenderOptions {
  /**
   * Whether the result of a JSON text is valid JSON: markers become members, even if nothing else is left. @default false: bare markers, so
   * that a reader sees that it is incomplete
   */
  readonly strict?: boolean;
  /** The recall id of a strict text, written with the count of the outermost container. @default none */
  readonly id?: string | undefined;
}

/** Renders a text with only the given units. Returns the text itself if all units with content are kept. */
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

/** Counts the lines or plain JSON members without kept units, by default all of them. An earlier gap marker counts as what it represents. */
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
