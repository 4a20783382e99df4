import * as Class from './character-classes.ts';
import { CHARACTER_CLASSES } from './character-classes.ts';
import { NAME_WEIGHTS } from './name-collector.ts';
import { WEIGHTS, type Reading } from './reading.ts';
import { fillerAt, isEmphasis } from '../words/phrases.ts';
import * as Kind from '../words/word-kinds.ts';
import { EMPTY_HASH, hashUnit, kindsOf } from '../words/word-kinds.ts';

/** Word lists that need a closer look. */
const LOOKED_AT = Kind.OPENS_EMPHASIS | Kind.OPENS_FILLER | Kind.UNIT;
/** Words that are never names, capitalized or not. */
const NO_NAME =
  Kind.STOP_WORD | Kind.STARTER | Kind.OPENS_EMPHASIS | Kind.OPENS_FILLER | Kind.STATUS;
const SPACE = 0x20;
const DOT = 0x2e;
const SLASH = 0x2f;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

export function readWord(reading: Reading, start: number): number {
  const classes = CHARACTER_CLASSES;
  const { units } = reading;
  let hash = EMPTY_HASH;
  let bits = 0;
  let end = start;
  let nextBits: number;
  // The zeros after the text end its last word.
  for (;;) {
    const unit = units[end]!;
    nextBits = classes[unit]!;
    if ((nextBits & Class.WORD) === 0) break;
    bits |= nextBits;
    hash = hashUnit(hash, unit);
    end++;
  }
  const kinds = kindsOf(hash);
  const isFirst = reading.words++ === 0;
  const isUnit = (kinds & LOOKED_AT) !== 0 && readListedWord(reading, start, end, kinds, isFirst);
  if (!isUnit && ((bits & (Class.UPPER | Class.UNDERSCORE)) !== 0 || (bits & Class.VOWEL) === 0))
    readSpecialWord(reading, start, end, bits, kinds, isFirst);
  // 1 for a word of at least three units that is not a stop word. Branch-free, because a branch would be unpredictable.
  reading.topics.add(hash, ~kinds & Kind.STOP_WORD & ((2 - (end - start)) >>> 31));
  if (((nextBits & Class.SYLLABLE) !== 0 || reading.wide > 0) && (kinds & NO_NAME) === 0)
    addLatinWord(reading, start, end);
  return end;
}

/** Reads a word of a list: it may open a phrase, or be the unit of a number. */
function readListedWord(
  reading: Reading,
  start: number,
  end: number,
  kinds: number,
  isFirst: boolean,
): boolean {
  const { text } = reading;
  if (isFirst && (kinds & Kind.OPENS_FILLER) !== 0)
    reading.filler = fillerAt(text, start, end, reading.end);
  if ((kinds & Kind.OPENS_EMPHASIS) !== 0 && !reading.hasEmphasis && isEmphasis(text, start, end))
    reading.emphasize();
  if ((kinds & Kind.UNIT) === 0 || !isBehindNumber(reading, start, end)) return false;
  reading.addCount(end);
  return true;
}

/** Returns whether a unit follows its number. A one-letter unit must touch it. */
function isBehindNumber({ units, numberEnd }: Reading, start: number, end: number): boolean {
  if (start === numberEnd) return true;
  if (start !== numberEnd + 1 || end - start === 1) return false;
  const between = units[numberEnd];
  return between === SPACE || between === 0x2d || between === 0xa0;
}

/** Reads a word with a capital, an underscore or no vowel. */
function readSpecialWord(
  reading: Reading,
  start: number,
  end: number,
  bits: number,
  kinds: number,
  isFirst: boolean,
): void {
  const { names, units } = reading;
  if ((bits & Class.UNDERSCORE) !== 0) {
    if (!isSnakeCase(units, start, end)) return;
    reading.points += WEIGHTS.snakeCase;
    names.add(start, end, NAME_WEIGHTS.identifier);
    return;
  }
  const isMixed = (bits & Class.UPPER) !== 0 && (bits & Class.LOWER) !== 0;
  const kind = isMixed ? humpKind(units, start, end) : undefined;
  let isNamed = true;
  if (kind !== undefined) {
    reading.points += WEIGHTS[kind];
    names.add(start, end, NAME_WEIGHTS.identifier);
  } else if (
    (bits & (Class.VOWEL | Class.DIGIT | Class.LETTER)) === 0 &&
    end - start > 2 &&
    (kinds & Kind.NO_ABBREVIATION) === 0 &&
    !isInPath(units, start, end)
  ) {
    reading.points += WEIGHTS.abbreviation;
    names.add(start, end, NAME_WEIGHTS.abbreviation);
  } else {
    isNamed = false;
    if ((kinds & Kind.STATUS) !== 0 && (bits & Class.LOWER) === 0) reading.points += WEIGHTS.status;
  }
  if ((CHARACTER_CLASSES[units[start]!]! & Class.UPPER) === 0 || (kinds & NO_NAME) !== 0) return;
  if (!isFirst) reading.holdsContent = true;
  names.addCapitalWord(start, end, isFirst, isNamed);
}

/** Returns whether a word is part of a path or URL: `src` in `src/server.ts`. */
function isInPath(units: Uint16Array, start: number, end: number): boolean {
  const before = units[start - 1];
  if (before === SLASH || before === BACKSLASH || before === DOT) return true;
  const after = units[end]!;
  const next = units[end + 1]!;
  if (after === SLASH || after === BACKSLASH) return true;
  return (
    (after === DOT && (CHARACTER_CLASSES[next]! & Class.WORD) !== 0) ||
    (after === COLON && next === SLASH)
  );
}

/** Adds a Latin word between Han, kana and Hangul, which is usually a name. */
function addLatinWord({ units, names }: Reading, start: number, end: number): void {
  const before = units[start - 1] === SPACE ? start - 2 : start - 1;
  if (end - start > 1 && (isSyllable(units, end) || isSyllable(units, before)))
    names.add(start, end, NAME_WEIGHTS.latinWord);
}

function isSyllable(units: Uint16Array, index: number): boolean {
  return index >= 0 && (CHARACTER_CLASSES[units[index]!]! & Class.SYLLABLE) !== 0;
}

/** Returns the kind of identifier of a word with capitals and small letters: `McGill` and `OAuth` are one, `Paris` and `PDFs` are not. */
function humpKind(
  units: Uint16Array,
  start: number,
  end: number,
): 'camelCase' | 'pascalCase' | undefined {
  let small = 0;
  let humps = 0;
  let capitals = 0;
  for (let index = start; index < end; index++) {
    const bits = CHARACTER_CLASSES[units[index]!]!;
    if ((bits & Class.LOWER) !== 0) small++;
    else if ((bits & Class.UPPER) !== 0) {
      capitals++;
      if (small > 0) humps++;
    }
  }
  if ((CHARACTER_CLASSES[units[start]!]! & Class.UPPER) === 0)
    return humps > 0 ? 'camelCase' : undefined;
  return humps > 0 || (capitals > 1 && small > 1) ? 'pascalCase' : undefined;
}

/** Returns whether an underscore joins two parts of a word with a letter: `max_retries`, but not `__init__` or `1_000`. */
function isSnakeCase(units: Uint16Array, start: number, end: number): boolean {
  let hasLetter = false;
  let hasJoint = false;
  let hasPart = false;
  let isApart = false;
  for (let index = start; index < end; index++) {
    const bits = CHARACTER_CLASSES[units[index]!]!;
    if ((bits & Class.UNDERSCORE) !== 0) isApart = hasPart;
    else {
      if (isApart) hasJoint = true;
      hasPart = true;
      if ((bits & (Class.UPPER | Class.LOWER | Class.LETTER)) !== 0) hasLetter = true;
    }
  }
  return hasLetter && hasJoint;
}
