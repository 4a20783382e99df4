import { formatGapMarker, prependRecallId } from '@palimpsest/core-types';
import { GAP_KEY, keyEnd, skipSpace, stringEnd } from '../reading/json-tokens.ts';
import {
  FORM,
  FRAME_SIZE,
  isGapUnit,
  isKey,
  isTrivial,
  KEY_END,
  KEY_START,
  OBJECT,
  PARENT,
  SIZE,
  STRING,
  unitEnd,
  unitFrame,
  unitStart,
  type ParsedText,
} from '../reading/parsed-text.ts';
import { renderLines, type UnitRange } from './render-lines.ts';
import type { RenderOptions } from './render.ts';

interface Open {
  readonly frame: number;
  shown: number;
}

/**
 * Renders the kept members of a JSON text in their containers, with the number of omitted ones. Members are separated by commas only.
 *
 * @param strict whether the result is valid JSON; otherwise markers are bare, also after a string with omitted lines, so that a reader sees
 * that it is incomplete
 */
export function renderJson(
  reading: ParsedText,
  isKept: (unit: number) => boolean,
  { strict = false, id }: RenderOptions,
): string {
  const { source, frames, count } = reading;
  const stack: Open[] = [];
  let text = '';
  const field = (frame: number, name: number): number => frames[frame * FRAME_SIZE + name]!;
  const separate = (): void => {
    const top = stack.at(-1);
    if (top === undefined) return;
    if (top.shown > 0) text += ',';
    top.shown += 1;
  };
  const closeTop = (): void => {
    const { frame, shown } = stack.pop()!;
    const isObject = field(frame, FORM) === OBJECT;
    const missing = field(frame, SIZE) - shown;
    const hasId = strict && id !== undefined && frame === 0;
    if (missing > 0 || hasId) {
      const marker = hasId
        ? prependRecallId(id, formatGapMarker(missing))
        : formatGapMarker(missing);
      if (shown > 0) text += ',';
      if (!strict) text += marker;
      else if (isObject) text += `${GAP_KEY}:${hasId ? `"${marker}"` : missing}`;
      else text += `"${marker}"`;
    }
    text += isObject ? '}' : ']';
  };
  const openTo = (frame: number): void => {
    if (stack.at(-1)?.frame === frame) return;
    const path: number[] = [];
    for (let at = frame; at >= 0; at = field(at, PARENT)) path.push(at);
    let depth = 0;
    while (depth < stack.length && stack[depth]!.frame === path[path.length - 1 - depth])
      depth += 1;
    while (stack.length > depth) closeTop();
    for (let at = path.length - 1 - depth; at >= 0; at -= 1) {
      const next = path[at]!;
      separate();
      text += compactKey(source, field(next, KEY_START), field(next, KEY_END));
      text += field(next, FORM) === OBJECT ? '{' : '[';
      stack.push({ frame: next, shown: 0 });
    }
  };
  for (let unit = 0; unit < count;) {
    const frame = unitFrame(reading, unit);
    if (field(frame, FORM) === STRING) {
      let end = unit + 1;
      while (end < count && unitFrame(reading, end) === frame) end += 1;
      const lines = { from: unit, to: end, isKept };
      const kept = keptShare(reading, lines);
      if (kept !== 'none') {
        openTo(field(frame, PARENT));
        separate();
        text += compactKey(source, field(frame, KEY_START), field(frame, KEY_END));
        if (kept === 'all') text += wholeString(reading, unit);
        else {
          text += `"${renderLines(reading, lines, '\\n')}"`;
          if (!strict) text += '…';
        }
      }
      unit = end;
      continue;
    }
    if (isKept(unit)) {
      openTo(frame);
      if (!isKey(reading, unit) && !isGapUnit(reading, unit)) {
        separate();
        text += compact(reading, unit, field(frame, FORM) === OBJECT);
      }
    }
    unit += 1;
  }
  if (text === '') openTo(0);
  openTo(-1);
  return text;
}

/** Renders a member without blanks around its colon, or a list item. */
function compact(reading: ParsedText, unit: number, isMember: boolean): string {
  const { source } = reading;
  const [start, end] = [unitStart(reading, unit), unitEnd(reading, unit)];
  if (!isMember) return source.slice(start, end);
  const valueStart = skipSpace(source, keyEnd(source, start)!);
  return compactKey(source, start, valueStart) + source.slice(valueStart, end);
}

function compactKey(source: string, start: number, end: number): string {
  if (start === end) return '';
  return `${source.slice(start, stringEnd(source, start))}:`;
}

/** Renders a string as in the source, with the blanks at its line ends. */
function wholeString(reading: ParsedText, from: number): string {
  const start = unitStart(reading, from) - 1;
  return reading.source.slice(start, stringEnd(reading.source, start));
}

/** Returns whether all, some or none of the units are kept. Trivial units that are omitted do not matter. */
function keptShare(reading: ParsedText, { from, to, isKept }: UnitRange): 'all' | 'some' | 'none' {
  let [hasKept, hasLost] = [false, false];
  for (let unit = from; unit < to; unit += 1) {
    if (isKept(unit)) hasKept = true;
    else if (!isTrivial(reading, unit)) hasLost = true;
  }
  if (!hasKept) return 'none';
  return hasLost ? 'some' : 'all';
}
