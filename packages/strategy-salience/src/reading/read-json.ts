import type { Span } from '@palimpsest/text';
import type { ParseBuilder } from './parse-builder.ts';
import { isGapKey } from './json-markers.ts';
import { keyEnd, plainValueEnd, skipSpace } from './json-tokens.ts';
import { addFrame, addGap, addKey, addValue } from './json-units.ts';
import { ARRAY, FRAME_SIZE, OBJECT, PARENT, SIZE } from './parsed-text.ts';

/** Deeper containers are kept or omitted as one unit. */
const MAX_DEPTH = 100;
/** A record or list of at most this many characters is one unit. */
export const SMALL_GROUP = 64;

const COMMA = 0x2c;
const MAX_MEMBERS = 0x7f_ff_ff_ff;

/** A container that is open during parsing. */
interface Open {
  readonly frame: number;
  readonly isObject: boolean;
  /** Whether its key is the name of a gap marker. */
  readonly isGap: boolean;
  readonly start: number;
  /** Builder lengths when it was opened, for small containers that become one unit. */
  readonly units: number;
  readonly terms: number;
  readonly frames: number;
  members: number;
}

/**
 * Parses a JSON text of an object or a list: each plain member is a unit, each long string a frame of lines. Returns whether the text was
 * JSON; if not, the builder holds a part of it.
 */
export function readJson(builder: ParseBuilder): boolean {
  const { source } = builder;
  const stack: Open[] = [];
  let at = skipSpace(source, 0);
  if (source[at] !== '{' && source[at] !== '[') return false;
  let key: Span = { start: at, end: at };
  /** Reads the key of the next value, an empty one in a list. Returns whether the value follows. */
  const readKey = (isObject: boolean): boolean => {
    const end = isObject ? keyEnd(source, at) : at;
    if (end === undefined) return false;
    key = { start: at, end };
    at = skipSpace(source, end);
    return true;
  };
  for (;;) {
    // A value starts here.
    const first = source.charCodeAt(at);
    const top = stack.at(-1);
    if (first === 0x7b || first === 0x5b) {
      const isObject = first === 0x7b;
      stack.push(openContainer(builder, at, key, isObject, top?.frame ?? -1));
      at = skipSpace(source, at + 1);
      const next = source.charCodeAt(at);
      if (next !== 0x7d && next !== 0x5d) {
        if (!readKey(isObject)) return false;
        continue;
      }
    } else {
      const end = plainValueEnd(source, at);
      if (end === undefined || top === undefined) return false;
      const members = addValue(builder, key, { start: at, end }, top.frame);
      top.members = Math.min(top.members + members, MAX_MEMBERS);
      at = end;
    }
    // A value has ended: close containers, or continue with the next value.
    for (;;) {
      const inner = stack.at(-1);
      if (inner === undefined) return skipSpace(source, at) === source.length;
      at = skipSpace(source, at);
      const code = source.charCodeAt(at);
      if (code === COMMA) {
        at = skipSpace(source, at + 1);
        if (!readKey(inner.isObject)) return false;
        break;
      }
      if (code !== (inner.isObject ? 0x7d : 0x5d)) return false;
      at += 1;
      stack.pop();
      closeContainer(builder, inner, at, stack.length);
      const outer = stack.at(-1);
      if (outer !== undefined) outer.members += 1;
    }
  }
}

function openContainer(
  builder: ParseBuilder,
  at: number,
  key: Span,
  isObject: boolean,
  parent: number,
): Open {
  const hasKey = key.end > key.start;
  const opened = {
    frame: builder.frames.length / FRAME_SIZE,
    isObject,
    isGap: hasKey && isGapKey(builder.source, key.start),
    start: hasKey ? key.start : at,
    units: builder.units.length,
    terms: builder.terms.length,
    frames: builder.frames.length,
    members: 0,
  };
  addFrame(builder, parent, key, isObject ? OBJECT : ARRAY);
  if (hasKey && !opened.isGap) addKey(builder, key, opened.frame);
  return opened;
}

/** Closes a container that ends before `end`, at a depth. */
function closeContainer(builder: ParseBuilder, opened: Open, end: number, depth: number): void {
  const { start } = opened;
  const isLarge = end - start > SMALL_GROUP && opened.members > 0;
  // Content below the maximum depth is joined once, by the container at that depth.
  if (!opened.isGap && depth !== MAX_DEPTH && (depth === 0 || isLarge)) {
    builder.frames.values[opened.frames + SIZE] = opened.members;
    return;
  }
  const frame = builder.frames.values[opened.frames + PARENT]!;
  if (opened.isGap) {
    builder.units.length = opened.units;
    builder.terms.length = opened.terms;
    addGap(builder, { start, end }, frame, 1);
  } else builder.join({ start, end, body: end, line: -1, shape: 0, frame }, opened);
  builder.frames.length = opened.frames;
}
