import type { ParseBuilder } from './parse-builder.ts';
import { isGapKey } from './json-marks.ts';
import { keyEnd, plainValueEnd, skipSpace } from './json-tokens.ts';
import { addFrame, addGap, addKey, addValue, memberSpan, type Span } from './json-units.ts';
import { ARRAY, FRAME_SIZE, OBJECT, PARENT, SIZE } from './parsed-text.ts';

/** Deeper containers are kept or omitted as one unit. */
const MOST_DEPTH = 100;
/** A record or list of at most this many characters is one unit. */
export const SMALL_GROUP = 64;

const COMMA = 0x2c;
const MOST_MEMBERS = 0x7f_ff_ff_ff;

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
 * JSON; if not, the builder is unchanged.
 */
export function readJson(draft: ParseBuilder, source: string): boolean {
  const length = {
    units: draft.units.length,
    atoms: draft.atoms.length,
    frames: draft.frames.length,
  };
  if (parse(draft, source)) return true;
  cutBack(draft, length);
  return false;
}

function parse(draft: ParseBuilder, source: string): boolean {
  const stack: Open[] = [];
  let at = skipSpace(source, 0);
  if (source[at] !== '{' && source[at] !== '[') return false;
  let key: Span = { start: at, end: at };
  for (;;) {
    // A value starts here.
    const first = source.charCodeAt(at);
    const top = stack.at(-1);
    if (first === 0x7b || first === 0x5b) {
      const hasKey = key.end > key.start;
      const isGap = hasKey && isGapKey(source, key.start);
      const isObject = first === 0x7b;
      const opened = open(draft, { at, key, isObject, isGap, parent: top?.frame ?? -1 });
      if (hasKey && !isGap) addKey(draft, source, key, opened.frame);
      stack.push(opened);
      at = skipSpace(source, at + 1);
      const next = source.charCodeAt(at);
      if (next !== 0x7d && next !== 0x5d) {
        if (isObject) {
          const read = keyEnd(source, at);
          if (read === undefined) return false;
          key = { start: at, end: read };
          at = skipSpace(source, read);
        } else key = { start: at, end: at };
        continue;
      }
    } else {
      const end = plainValueEnd(source, at);
      if (end === undefined || top === undefined) return false;
      const members = addValue(draft, source, { key, start: at, end, frame: top.frame });
      top.members = Math.min(top.members + members, MOST_MEMBERS);
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
        if (inner.isObject) {
          const read = keyEnd(source, at);
          if (read === undefined) return false;
          key = { start: at, end: read };
          at = skipSpace(source, read);
        } else key = { start: at, end: at };
        break;
      }
      if (mark !== (inner.isObject ? 0x7d : 0x5d)) return false;
      at += 1;
      stack.pop();
      close(draft, source, inner, { end: at, depth: stack.length });
      const outer = stack.at(-1);
      if (outer !== undefined) outer.members += 1;
    }
  }
}

function open(
  draft: ParseBuilder,
  {
    at,
    key,
    parent,
    ...group
  }: Pick<Open, 'isObject' | 'isGap'> & { at: number; key: Span; parent: number },
): Open {
  const opened = {
    frame: draft.frames.length / FRAME_SIZE,
    ...group,
    start: key.end > key.start ? key.start : at,
    units: draft.units.length,
    atoms: draft.atoms.length,
    frames: draft.frames.length,
    members: 0,
  };
  addFrame(draft, { parent, key, form: group.isObject ? OBJECT : ARRAY });
  return opened;
}

function close(
  draft: ParseBuilder,
  source: string,
  opened: Open,
  { end, depth }: { end: number; depth: number },
): void {
  const isLarge = end - opened.start > SMALL_GROUP && opened.members > 0;
  // Content below the maximum depth is joined once, by the container at that depth.
  if (!opened.isGap && depth !== MOST_DEPTH && (depth === 0 || isLarge)) {
    draft.frames.values[opened.frames + SIZE] = opened.members;
    return;
  }
  const { start } = opened;
  const frame = draft.frames.values[opened.frames + PARENT]!;
  draft.units.length = opened.units;
  draft.frames.length = opened.frames;
  if (opened.isGap) {
    draft.atoms.length = opened.atoms;
    addGap(draft, source, { start, end, frame, count: 1 });
  } else draft.join(memberSpan({ start, end, body: end, frame }), opened.atoms);
}

function cutBack(draft: ParseBuilder, to: Pick<Open, 'units' | 'atoms' | 'frames'>): void {
  draft.units.length = to.units;
  draft.atoms.length = to.atoms;
  draft.frames.length = to.frames;
}
