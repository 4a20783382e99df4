import type { ParseBuilder } from './parse-builder.ts';
import { isGapKey } from './json-marks.ts';
import { keyEnd, plainValueEnd, skipSpace } from './json-tokens.ts';
import { addFrame, addGap, addKey, addValue, type Span } from './json-units.ts';
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
  readonly atoms: number;
  readonly frames: number;
  members: number;
}

/**
 * Parses a JSON text of an object or a list: each plain member is a unit, each long string a frame of lines. Returns whether the text was
 * JSON; if not, the builder holds a part of it.
 */
export function readJson(draft: ParseBuilder): boolean {
  const { source } = draft;
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
      stack.push(openContainer(draft, at, key, isObject, top?.frame ?? -1));
      at = skipSpace(source, at + 1);
      const next = source.charCodeAt(at);
      if (next !== 0x7d && next !== 0x5d) {
        if (!readKey(isObject)) return false;
        continue;
      }
    } else {
      const end = plainValueEnd(source, at);
      if (end === undefined || top === undefined) return false;
      const members = addValue(draft, key, { start: at, end }, top.frame);
      top.members = Math.min(top.members + members, MAX_MEMBERS);
      at = end;
    }
    // A value has ended: close containers, or continue with the next value.
    for (;;) {
      const inner = stack.at(-1);
      if (inner === undefined) return skipSpace(source, at) === source.length;
      at = skipSpace(source, at);
      const mark = source.charCodeAt(at);
      if (mark === COMMA) {
        at = skipSpace(source, at + 1);
        if (!readKey(inner.isObject)) return false;
        break;
      }
      if (mark !== (inner.isObject ? 0x7d : 0x5d)) return false;
      at += 1;
      stack.pop();
      closeContainer(draft, inner, at, stack.length);
      const outer = stack.at(-1);
      if (outer !== undefined) outer.members += 1;
    }
  }
}

function openContainer(
  draft: ParseBuilder,
  at: number,
  key: Span,
  isObject: boolean,
  parent: number,
): Open {
  const hasKey = key.end > key.start;
  const opened = {
    frame: draft.frames.length / FRAME_SIZE,
    isObject,
    isGap: hasKey && isGapKey(draft.source, key.start),
    start: hasKey ? key.start : at,
    units: draft.units.length,
    atoms: draft.atoms.length,
    frames: draft.frames.length,
    members: 0,
  };
  addFrame(draft, parent, key, isObject ? OBJECT : ARRAY);
  if (hasKey && !opened.isGap) addKey(draft, key, opened.frame);
  return opened;
}

/** Closes a container that ends before `end`, at a depth. */
function closeContainer(draft: ParseBuilder, opened: Open, end: number, depth: number): void {
  const { start } = opened;
  const isLarge = end - start > SMALL_GROUP && opened.members > 0;
  // Content below the maximum depth is joined once, by the container at that depth.
  if (!opened.isGap && depth !== MAX_DEPTH && (depth === 0 || isLarge)) {
    draft.frames.values[opened.frames + SIZE] = opened.members;
    return;
  }
  const frame = draft.frames.values[opened.frames + PARENT]!;
  if (opened.isGap) {
    draft.units.length = opened.units;
    draft.atoms.length = opened.atoms;
    addGap(draft, { start, end }, frame, 1);
  } else draft.join({ start, end, body: end, line: -1, shape: 0, frame }, opened);
  draft.frames.length = opened.frames;
}
