import type { ParseBuilder } from './parse-builder.ts';
import { isGapKey } from './json-marks.ts';
import { keyEnd, plainValueEnd, skipSpace } from './json-tokens.ts';
import { addFrame, addGap, addKey, addValue, memberSpan, type Span } from './json-units.ts';
import { ARRAY, FRAME_SIZE, OBJECT, PARENT, SIZE } from './parsed-text.ts';

/** What is nested deeper stays or goes as one. */
const MOST_DEPTH = 100;
/** A record or a list of up to this many characters stays or goes as one. */
export const SMALL_GROUP = 64;

const COMMA = 0x2c;
const MOST_MEMBERS = 0x7f_ff_ff_ff;

/** What is open while JSON is read. */
interface Open {
  readonly frame: number;
  readonly isObject: boolean;
  /** Its key is the name of a mark. */
  readonly isGap: boolean;
  readonly start: number;
  /** How long the drafts were when it opened, for small groups that become one unit. */
  readonly units: number;
  readonly atoms: number;
  readonly frames: number;
  members: number;
}

/**
 * Reads a JSON text of an object or a list: each member with a plain value is a unit, each long string a frame of lines. Answers whether it
 * was JSON; where it was not, the draft is as it was.
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
    // A value begins here.
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
    // A value has ended here: what follows closes groups, or goes on with the next.
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
  // What is deeper still is joined by the group that is as deep as any may be: once, not at every level.
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
