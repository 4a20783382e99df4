import type { Draft } from './draft.ts';
import { isGapKey } from './json-marks.ts';
import { keyEnd, plainValueEnd, skipSpace } from './json-tokens.ts';
import { addFrame, addKey, addValue, memberSpan, type Span } from './json-units.ts';
import { ARRAY, FRAME_SIZE, OBJECT, PARENT, SIZE } from './reading.ts';

/** Deeper JSON is read as text. */
const MOST_DEPTH = 100;
/** A record or a list of up to this many characters stays or goes as one. */
const SMALL_GROUP = 64;

const COMMA = 0x2c;
const MOST_MEMBERS = 0x7f_ff_ff_ff;

/** What is open while JSON is read. */
interface Open {
  readonly frame: number;
  readonly isObject: boolean;
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
export function readJson(draft: Draft, source: string): boolean {
  const length = {
    units: draft.units.length,
    atoms: draft.atoms.length,
    frames: draft.frames.length,
  };
  if (parse(draft, source)) return true;
  cutBack(draft, length);
  return false;
}

function parse(draft: Draft, source: string): boolean {
  const stack: Open[] = [];
  let at = skipSpace(source, 0);
  if (source[at] !== '{' && source[at] !== '[') return false;
  let key: Span = { start: at, end: at };
  for (;;) {
    // A value begins here.
    const first = source.charCodeAt(at);
    const top = stack.at(-1);
    if (first === 0x7b || first === 0x5b) {
      if (stack.length === MOST_DEPTH) return false;
      if (key.end > key.start && isGapKey(source, key.start)) return false;
      const opened = open(draft, first === 0x7b, { at, key, parent: top?.frame ?? -1 });
      if (key.end > key.start) addKey(draft, source, key, opened.frame);
      stack.push(opened);
      at = skipSpace(source, at + 1);
      const next = source.charCodeAt(at);
      if (next !== 0x7d && next !== 0x5d) {
        if (first === 0x7b) {
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
      if (members === undefined) return false;
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
      close(draft, inner, { end: at, isOuter: stack.length === 0 });
      const outer = stack.at(-1);
      if (outer !== undefined) outer.members += 1;
    }
  }
}

function open(
  draft: Draft,
  isObject: boolean,
  { at, key, parent }: { at: number; key: Span; parent: number },
): Open {
  const opened = {
    frame: draft.frames.length / FRAME_SIZE,
    isObject,
    start: key.end > key.start ? key.start : at,
    units: draft.units.length,
    atoms: draft.atoms.length,
    frames: draft.frames.length,
    members: 0,
  };
  addFrame(draft, { parent, key, form: isObject ? OBJECT : ARRAY });
  return opened;
}

function close(
  draft: Draft,
  opened: Open,
  { end, isOuter }: { end: number; isOuter: boolean },
): void {
  if (isOuter || (end - opened.start > SMALL_GROUP && opened.members > 0)) {
    draft.frames.values[opened.frames + SIZE] = opened.members;
    return;
  }
  const parent = draft.frames.values[opened.frames + PARENT]!;
  draft.units.length = opened.units;
  draft.frames.length = opened.frames;
  draft.join(memberSpan({ start: opened.start, end, body: end, frame: parent }), opened.atoms);
}

function cutBack(draft: Draft, to: Pick<Open, 'units' | 'atoms' | 'frames'>): void {
  draft.units.length = to.units;
  draft.atoms.length = to.atoms;
  draft.frames.length = to.frames;
}
