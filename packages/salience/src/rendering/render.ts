import { gapMarker } from '@palimpsest/core-types';
import {
  CONTINUES,
  KEY,
  LINE,
  SHAPE,
  TRIVIAL,
  UNIT_SIZE,
  type Reading,
} from '../reading/reading.ts';
import { renderJson } from './render-json.ts';
import { renderLines } from './render-lines.ts';

export interface RenderOptions {
  /** A reduced JSON text is JSON again: marks become members of their own. @default false: marks stand bare, so that a reader sees it is not whole */
  readonly strict?: boolean;
}

/** What is left of a text when only some of its units are kept; the text itself where all are. */
export function render(
  reading: Reading,
  isKept: (unit: number) => boolean,
  { strict = false }: RenderOptions = {},
): string {
  const { count, source, form, units } = reading;
  let [kept, choices] = [0, 0];
  for (let unit = 0; unit < count; unit += 1) {
    if (isKept(unit)) kept += 1;
    else if ((units[unit * UNIT_SIZE + SHAPE]! & (TRIVIAL | KEY)) === 0) choices += 1;
  }
  if (kept > 0 && choices === 0) return source;
  if (kept === 0) return gapMarker(leftOut(reading));
  if (form === 'json') return renderJson(reading, isKept, strict);
  return renderLines(reading, { from: 0, to: count, isKept, lineBreak: '\n' });
}

/**
 * How many lines, or members of JSON, are left out of a text: all of them by default. A mark of an earlier compression counts as what it
 * stands for.
 */
export function leftOut(
  { units, count }: Reading,
  isKept: (unit: number) => boolean = () => false,
): number {
  let lines = 0;
  for (let unit = 0; unit < count; unit += 1) {
    const at = unit * UNIT_SIZE;
    if ((units[at + SHAPE]! & (CONTINUES | KEY)) !== 0 || isKept(unit)) continue;
    const line = units[at + LINE]!;
    lines += line < -1 ? -1 - line : 1;
  }
  return lines;
}
