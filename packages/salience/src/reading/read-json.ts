import type { Draft } from './draft.ts';
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
} from './reading.ts';

/** Deeper JSON is read as text. */
const MOST_DEPTH = 100;
/** A record or a list of up to this many characters stays or goes as one. */
const SMALL_GROUP = 64;
/** A longer string is kept line by line. */
const LONG_STRING = 160;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const SMALL_U = 0x75;
const HEX = /^[\da-fA-F]{4}$/;

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
      const opened = open(draft, first === 0x7b, { at, key, parent: top?.frame ?? -1 });
      if (key.end > key.start) addKey(draft, source, key, opened.frame);
      stack.push(opened);
      at = skipSpace(source, at + 1);
      const close = source.charCodeAt(at);
      if (close !== 0x7d && close !== 0x5d) {
        if (first === 0x7b) {
          const read = readKey(source, at);
          if (read === undefined) return false;
          key = { start: at, end: read };
          at = skipSpace(source, read);
        } else key = { start: at, end: at };
        continue;
      }
    } else {
      const end = valueEnd(source, at);
      if (end === undefined || top === undefined) return false;
      addValue(draft, source, { key, start: at, end, frame: top.frame });
      top.members += 1;
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
          const read = readKey(source, at);
          if (read === undefined) return false;
          key = { start: at, end: read };
          at = skipSpace(source, read);
        } else key = { start: at, end: at };
        break;
      }
      if (mark !== (inner.isObject ? 0x7d : 0x5d)) return false;
      at += 1;
      stack.pop();
      close(draft, source, inner, { end: at, isOuter: stack.length === 0 });
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

/** A key that names something, as in a table of accounts by their ids, is a unit of its own. */
function addKey(draft: Draft, source: string, key: Span, frame: number): void {
  const [units, atoms] = [draft.units.length, draft.atoms.length];
  const span = { ...key, body: key.start, line: -1, shape: KEY, frame, escaped: true };
  draft.add(source, span);
  if (draft.atoms.length > atoms) return;
  draft.units.length = units;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function close(
  draft: Draft,
  source: string,
  opened: Open,
  { end, isOuter }: { end: number; isOuter: boolean },
): void {
  if (isOuter || (end - opened.start > SMALL_GROUP && opened.members > 0)) {
    draft.frames.values[opened.frames + SIZE] = opened.members;
    return;
  }
  const parent = draft.frames.values[opened.frames + PARENT]!;
  cutBack(draft, opened);
  addUnit(draft, source, { start: opened.start, end, frame: parent });
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
  for (let field = 0; field < FRAME_SIZE; field += 1) draft.frames.push(0);
  draft.frames.values[at + PARENT] = parent;
  draft.frames.values[at + KEY_START] = key.start;
  draft.frames.values[at + KEY_END] = key.end;
  draft.frames.values[at + FORM] = form;
}

function addUnit(
  draft: Draft,
  source: string,
  { start, end, frame }: Span & { frame: number },
): void {
  draft.add(source, { start, end, body: start, line: -1, shape: 0, frame, escaped: true });
}

function addValue(
  draft: Draft,
  source: string,
  { key, start, end, frame }: Span & { key: Span; frame: number },
): void {
  const isLong = source.charCodeAt(start) === QUOTE && end - start > LONG_STRING;
  if (!isLong) {
    addUnit(draft, source, { start: key.end > key.start ? key.start : start, end, frame });
    return;
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
}

/** Index behind the colon of a key; `undefined` where there is no key. */
function readKey(source: string, at: number): number | undefined {
  const end = source.charCodeAt(at) === QUOTE ? stringEnd(source, at) : undefined;
  if (end === undefined) return undefined;
  const colon = skipSpace(source, end);
  return source.charCodeAt(colon) === COLON ? colon + 1 : undefined;
}

const LITERAL = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;

function valueEnd(source: string, at: number): number | undefined {
  if (source.charCodeAt(at) === QUOTE) return stringEnd(source, at);
  LITERAL.lastIndex = at;
  return LITERAL.test(source) ? LITERAL.lastIndex : undefined;
}

function stringEnd(source: string, start: number): number | undefined {
  for (let at = start + 1; at < source.length; at += 1) {
    const unit = source.charCodeAt(at);
    if (unit === QUOTE) return at + 1;
    if (unit === BACKSLASH) {
      const escaped = source.charCodeAt(at + 1);
      if (!ESCAPES.has(escaped)) return undefined;
      if (escaped === SMALL_U && !HEX.test(source.slice(at + 2, at + 6))) return undefined;
      at += 1;
    } else if (unit < 0x20) return undefined;
  }
  return undefined;
}

const ESCAPES: ReadonlySet<number> = new Set(
  Array.from('"\\/bfnrtu', (mark) => mark.charCodeAt(0)),
);

function skipSpace(source: string, start: number): number {
  let at = start;
  for (;;) {
    const unit = source.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
    at += 1;
  }
}
