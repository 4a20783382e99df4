import { characterClass, isDigit, isLower, isUpper, JOINER } from './characters.ts';
import { KIND } from './term-kind.ts';

/** Receives a term, as a part of a text, with its kind. */
export type AddTerm = (text: string, start: number, end: number, kind: number) => void;

const EXTENSIONS: ReadonlySet<string> = new Set(
  'go py pyi ts tsx mts cts js jsx mjs cjs json jsonl md mdx yml yaml toml java kt swift xml html css scss sh bash ps1 rs c h cc cpp hpp cs rb php sql txt log cfg ini env lock csv proto gradle properties mod sum rst svg png ipynb vue tf lua ex exs'.split(
    ' ',
  ),
);
/** This many digits identify one thing, such as an order or an account. */
const LONG_NUMBER = 8;
const CASE_CHANGE = /[\p{Ll}][\p{Lu}]/u;
const MONEY = /^[$€£¥]\d{2,}(?:\.\d+)?$/;
const MARKS_OF_PATH = /^(?:[.~]+|\w+:)$/;
const UNDERSCORE = 0x5f;
const SLASH = 0x2f;
const COLON = 0x3a;
const DOT = 0x2e;
const AT = 0x40;
const HYPHEN = 0x2d;
const BIG_T = 0x54;

/**
 * Finds the terms of a run of word characters and joiners: of a path its end and its file, of a joined word itself and its parts. The run
 * ends in a word character.
 */
export function termsOfRun(text: string, start: number, end: number, add: AddTerm): void {
  const position = positionFrom(text, start, end);
  let nameEnd = position;
  if (position < end) while (nameEnd > start && isJoiner(text, nameEnd - 1)) nameEnd -= 1;
  if (slashBefore(text, start, nameEnd) >= start) addPath(text, start, nameEnd, add);
  else addWord(text, start, nameEnd, add);
  if (position < end) addParts(text, position + 1, end, add);
}

/** Returns where the line and column at the end of a run start, as in `file.ts:12:5`; the end if it has none, or is nothing else. */
function positionFrom(text: string, start: number, end: number): number {
  let from = end;
  for (let at = end - 1; at >= start; at -= 1) {
    const unit = text.charCodeAt(at);
    if (unit === COLON && at + 1 < from) from = at;
    else if (!isDigit(unit)) break;
  }
  return from === start ? end : from;
}

/** Returns the index of the last `/` before an end; `start - 1` if there is none. */
function slashBefore(text: string, start: number, end: number): number {
  let at = end - 1;
  while (at >= start && text.charCodeAt(at) !== SLASH) at -= 1;
  return at;
}

function addPath(text: string, start: number, end: number, add: AddTerm): void {
  if (text.slice(start, end).includes('://')) add(text, start, end, KIND.path);
  let [last, lastEnd] = [-1, -1];
  for (let to = end; to > start;) {
    const from = slashBefore(text, start, to) + 1;
    if (from < to && !MARKS_OF_PATH.test(text.slice(from, to))) {
      if (last >= 0) {
        addFolderAndFile(text, [from, to], [last, lastEnd], add);
        break;
      }
      [last, lastEnd] = [from, to];
    }
    to = from - 1;
  }
  if (last < 0) return;
  if (joinerFrom(text, last, lastEnd) < lastEnd) addJoined(text, last, lastEnd, add);
  else addPlain(text, last, lastEnd, add);
}

type Range = readonly [start: number, end: number];

function addFolderAndFile(text: string, folder: Range, file: Range, add: AddTerm): void {
  if (folder[1] + 1 === file[0]) add(text, folder[0], file[1], KIND.path);
  else {
    const joined = `${text.slice(...folder)}/${text.slice(...file)}`;
    add(joined, 0, joined.length, KIND.path);
  }
}

function addWord(text: string, start: number, end: number, add: AddTerm): void {
  const from = wordFrom(text, start, end);
  if (from > start && MONEY.test(text.slice(start, end))) add(text, start, end, KIND.number);
  if (joinerFrom(text, from, end) === end) addPlain(text, from, end, add);
  else if (isTimestamp(text, from, end)) add(text, from, end, KIND.number);
  else {
    addJoined(text, from, end, add);
    addParts(text, from, end, add);
  }
}

/** Length of `2026-11-22`. */
const DATE_LENGTH = 10;

/**
 * Returns whether a word is a date with a time, such as `2026-11-22T06:12`. It counts as a number and has no parts: agents repeat an id
 * from a tool result, or a date, but not a timestamp.
 */
function isTimestamp(text: string, start: number, end: number): boolean {
  const time = start + DATE_LENGTH;
  return (
    end > time + 2 &&
    text.charCodeAt(time) === BIG_T &&
    text.charCodeAt(start + 4) === HYPHEN &&
    isDigit(text.charCodeAt(start)) &&
    isDigit(text.charCodeAt(time + 1))
  );
}

/** Adds the words between joiners. */
function addParts(text: string, start: number, end: number, add: AddTerm): void {
  for (let from = start; from < end;) {
    const to = joinerFrom(text, from, end);
    addPlain(text, from, to, add);
    from = wordFrom(text, to, end);
  }
}

/** Returns the index of the next joiner, else the end. */
function joinerFrom(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && !isJoiner(text, at)) at += 1;
  return at;
}

/** Returns the index of the next character that is not a joiner, else the end. */
function wordFrom(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isJoiner(text, at)) at += 1;
  return at;
}

function isJoiner(text: string, at: number): boolean {
  return characterClass(text.charCodeAt(at)) === JOINER;
}

function addJoined(text: string, start: number, end: number, add: AddTerm): void {
  const [isDotted, dot] = dotsOf(text, start, end);
  if (dot > start && EXTENSIONS.has(text.slice(dot + 1, end))) add(text, start, end, KIND.file);
  else if (end - start >= 6) {
    if (isDigit(text.charCodeAt(start))) {
      add(text, start, end, end - start >= 8 ? KIND.id : KIND.number);
    } else add(text, start, end, isDotted ? KIND.dotted : KIND.kebab);
  }
}

/** Returns whether a word contains `.`, `:` or `@`, and the index of its last dot, else -1. */
function dotsOf(text: string, start: number, end: number): readonly [boolean, number] {
  let [isDotted, dot] = [false, -1];
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === DOT) dot = at;
    if (unit === DOT || unit === COLON || unit === AT) isDotted = true;
  }
  return [isDotted, dot];
}

function addPlain(text: string, start: number, end: number, add: AddTerm): void {
  const kind = kindOfWord(text, start, end);
  if (kind !== undefined) add(text, start, end, kind);
}

/** Returns the kind of a word without joiners; `undefined` if it carries no information. */
function kindOfWord(text: string, start: number, end: number): number | undefined {
  const length = end - start;
  if (length < 4) return undefined;
  let [digits, others, before] = [0, 0, 0];
  let [isSnake, isCamel, isAscii] = [false, false, true];
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (isDigit(unit)) digits += 1;
    if (unit >= 0x80) isAscii = false;
    if (unit !== UNDERSCORE) {
      if (before === UNDERSCORE && others > 0) isSnake = true;
      others += 1;
    }
    if (isLower(before) && isUpper(unit)) isCamel = true;
    before = unit;
  }
  if (digits === length) return length < LONG_NUMBER ? KIND.number : KIND.id;
  if (digits > 0) return length >= 5 ? KIND.id : undefined;
  if (length >= 6 && isSnake) return KIND.snake;
  if (length >= 6 && (isAscii ? isCamel : CASE_CHANGE.test(text.slice(start, end)))) {
    return KIND.camel;
  }
  return length >= 5 ? KIND.plain : undefined;
}
