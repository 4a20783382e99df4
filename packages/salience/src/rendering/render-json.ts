import { gapMarker } from '@palimpsest/core-types';
import {
  END,
  FORM,
  FRAME,
  FRAME_SIZE,
  KEY,
  KEY_END,
  KEY_START,
  OBJECT,
  PARENT,
  SHAPE,
  SIZE,
  START,
  STRING,
  UNIT_SIZE,
  type Reading,
} from '../reading/reading.ts';
import { renderLines } from './render-lines.ts';

interface Open {
  readonly frame: number;
  shown: number;
}

/**
 * The kept members of a JSON text in their groups, with how many are missing in each.
 *
 * @param strict the result is JSON again; otherwise a mark stands bare, so that nobody takes it for all there was
 */
export function renderJson(
  reading: Reading,
  isKept: (unit: number) => boolean,
  strict: boolean,
): string {
  const { source, units, frames, count } = reading;
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
    if (missing > 0) {
      const mark = gapMarker(missing);
      if (shown > 0) text += ',';
      if (strict) text += isObject ? `"…":${missing}` : `"${mark}"`;
      else text += mark;
    }
    text += isObject ? '}' : ']';
  };
  const openTo = (frame: number): void => {
    const path: number[] = [];
    for (let at = frame; at >= 0; at = field(at, PARENT)) path.push(at);
    let depth = 0;
    while (depth < stack.length && stack[depth]!.frame === path[path.length - 1 - depth])
      depth += 1;
    while (stack.length > depth) closeTop();
    for (let at = path.length - 1 - depth; at >= 0; at -= 1) {
      const next = path[at]!;
      separate();
      text += compact(source.slice(field(next, KEY_START), field(next, KEY_END)));
      text += field(next, FORM) === OBJECT ? '{' : '[';
      stack.push({ frame: next, shown: 0 });
    }
  };
  for (let unit = 0; unit < count;) {
    const at = unit * UNIT_SIZE;
    const frame = units[at + FRAME]!;
    if (field(frame, FORM) === STRING) {
      let end = unit + 1;
      while (end < count && units[end * UNIT_SIZE + FRAME] === frame) end += 1;
      if (someKept(unit, end, isKept)) {
        openTo(field(frame, PARENT));
        separate();
        const lines = renderLines(reading, { from: unit, to: end, isKept, lineBreak: '\\n' });
        text += `${source.slice(field(frame, KEY_START), field(frame, KEY_END))}"${lines}"`;
      }
      unit = end;
      continue;
    }
    if (isKept(unit)) {
      openTo(frame);
      if ((units[at + SHAPE]! & KEY) === 0) {
        separate();
        text += compact(source.slice(units[at + START], units[at + END]));
      }
    }
    unit += 1;
  }
  openTo(-1);
  return text;
}

const KEY_AND_BLANKS = /^("(?:[^"\\]|\\.)*")\s*:\s*/;

/** Without blanks around the colon of a member. */
function compact(member: string): string {
  return member.replace(KEY_AND_BLANKS, '$1:');
}

function someKept(from: number, to: number, isKept: (unit: number) => boolean): boolean {
  for (let unit = from; unit < to; unit += 1) if (isKept(unit)) return true;
  return false;
}
