import type { Draft, UnitSpan } from './draft.ts';
import { gapCount, gapItem, isGapKey } from './json-marks.ts';
import { keyEnd, plainValueEnd, skipSpace } from './json-tokens.ts';
import { readLines } from './read-lines.ts';
import {
  ARRAY,
  FORM,
  FRAME_SIZE,
  KEY,
  KEY_END,
  KEY_START,
  OBJECT,
  PARENT,
  SIZE,
  STRING,
  TRIVIAL,
} from './reading.ts';

/** Deeper JSON is read as text. */
const MOST_DEPTH = 100;
/** A record or a list of up to this many characters stays or goes as one. */
const SMALL_GROUP = 64;
/** A longer string is kept line by line. */
const LONG_STRING = 160;

const QUOTE = 0x22;
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

const DIGIT = /\d/;

/** A key that names something, as in a table of accounts by their ids, is a unit of its own. */
function addKey(draft: Draft, source: string, key: Span, frame: number): void {
  if (!DIGIT.test(source.slice(key.start, key.end))) return;
  const span = { ...key, body: key.start, line: -1, shape: KEY, frame, escaped: true };
  draft.add(source, span);
}

interface Span {
  readonly start: number;
  readonly end: number;
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

function addFrame(
  draft: Draft,
  { parent, key, form }: { parent: number; key: Span; form: number },
): void {
  const at = draft.frames.length;
  draft.frames.extend(FRAME_SIZE);
  draft.frames.values[at + SIZE] = 0;
  draft.frames.values[at + PARENT] = parent;
  draft.frames.values[at + KEY_START] = key.start;
  draft.frames.values[at + KEY_END] = key.end;
  draft.frames.values[at + FORM] = form;
}

/** A member by its key and value; what the key says is the same in every record. */
function memberSpan(span: Pick<UnitSpan, 'start' | 'end' | 'body' | 'frame'>): UnitSpan {
  return { ...span, line: -1, shape: 0, escaped: true };
}

/**
 * Answers how many members the value stands for: more than one where it is the mark of an earlier compression, `undefined` where it has the
 * name of such a mark and is none. Such a text is read as lines, so that what is missing can be told without saying a name twice.
 */
function addValue(
  draft: Draft,
  source: string,
  { key, start, end, frame }: Span & { key: Span; frame: number },
): number | undefined {
  const hasKey = key.end > key.start;
  const from = hasKey ? key.start : start;
  const isMark = hasKey && isGapKey(source, key.start);
  const gap = hasKey
    ? isMark
      ? gapCount(source, start, end)
      : undefined
    : gapItem(source, start, end);
  if (gap !== undefined) {
    const line = -1 - gap;
    draft.add(source, { start: from, end, body: end, line, shape: TRIVIAL, frame, escaped: true });
    return gap;
  }
  if (isMark) return undefined;
  const isLong = source.charCodeAt(start) === QUOTE && end - start > LONG_STRING;
  if (!isLong) {
    draft.add(source, memberSpan({ start: from, end, body: start, frame }));
    return 1;
  }
  const number = draft.frames.length / FRAME_SIZE;
  addFrame(draft, { parent: frame, key, form: STRING });
  const lines = readLines(draft, source, {
    start: start + 1,
    end: end - 1,
    frame: number,
    escaped: true,
  });
  draft.frames.values[number * FRAME_SIZE + SIZE] = lines;
  return 1;
}
