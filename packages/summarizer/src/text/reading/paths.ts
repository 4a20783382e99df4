import { FILE_EXTENSION, hashOf, kindsOf } from '../words/word-kinds.ts';
import * as Class from './character-classes.ts';
import { CHARACTER_CLASSES } from './character-classes.ts';

const DOT = 0x2e;
const SLASH = 0x2f;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const ANY_LETTER = Class.UPPER | Class.LOWER | Class.LETTER;
/** How far before its first word a path can start: `https:/`. */
const MAX_LEAD_LENGTH = 7;

const VERSION = /^v\d+(?:\.\d+)+$/i;
const MAX_VERSION_LENGTH = 16;
/** Minimum length of a date: `2024-5-1`, `01/05/24`. */
const MIN_DATE_LENGTH = 8;

/** Words joined by dots, slashes and hyphens. */
export interface Chain {
  readonly start: number;
  readonly end: number;
  readonly kind: 'path' | 'version' | 'words';
}

/**
 * Reads the chain of words around a joiner, if it is between two words or before one.
 *
 * @param from the earliest start of the chain
 */
export function readChain(
  text: string,
  units: Uint16Array,
  joiner: number,
  from: number,
  limit: number,
): Chain {
  const classes = CHARACTER_CLASSES;
  let start = joiner;
  while (start > from && (classes[units[start - 1]!]! & Class.WORD) !== 0) start--;
  let end = joiner;
  let slashes = 0;
  let joints = 0;
  let segment = joiner;
  let bits = 0;
  for (let index = start; index < limit; index++) {
    const unit = units[index]!;
    const unitBits = classes[unit]!;
    if ((unitBits & Class.WORD) !== 0) {
      bits |= unitBits;
      end = index + 1;
    } else if (
      (unitBits & Class.JOINER) !== 0 &&
      (classes[units[index + 1]!]! & Class.WORD) !== 0
    ) {
      if (unit === SLASH || unit === BACKSLASH) slashes++;
      joints++;
      segment = index;
    } else break;
  }
  if (start < joiner && isHidden(units, start, from)) start--;
  const before = units[start - 1];
  if (start === joiner) start = leadStart(text, joiner, from);
  else if (start > from && (before === SLASH || before === BACKSLASH)) {
    slashes++;
    start = leadStart(text, start - 1, from);
  }
  if ((bits & ANY_LETTER) === 0)
    return {
      start,
      end,
      kind: joints === 2 && end - start >= MIN_DATE_LENGTH ? 'version' : 'words',
    };
  const hasExtension = units[segment] === DOT && isExtension(units, segment + 1, end);
  if (hasExtension || slashes > 1) return { start, end, kind: 'path' };
  const isVersion = end - start <= MAX_VERSION_LENGTH && VERSION.test(text.slice(start, end));
  return { start, end, kind: isVersion ? 'version' : 'words' };
}

/** Returns whether the colon at `index` ends a grep reference: `server.ts:42:`. */
export function isGrepReference(units: Uint16Array, index: number, from: number): boolean {
  const classes = CHARACTER_CLASSES;
  let after = index + 1;
  while ((classes[units[after]!]! & Class.DIGIT) !== 0) after++;
  if (after === index + 1 || units[after] !== COLON) return false;
  let before = index;
  let bits = 0;
  while (before > from && (classes[units[before - 1]!]! & Class.WORD) !== 0)
    bits |= classes[units[--before]!]!;
  return (
    (bits & ANY_LETTER) !== 0 &&
    before > from + 1 &&
    units[before - 1] === DOT &&
    (classes[units[before - 2]!]! & Class.WORD) !== 0
  );
}

/** Returns whether a dot starts the first word: `.github`. */
function isHidden(units: Uint16Array, start: number, from: number): boolean {
  return (
    start > from &&
    units[start - 1] === DOT &&
    (start - 1 === from || (CHARACTER_CLASSES[units[start - 2]!]! & Class.WORD) === 0)
  );
}

function isExtension(units: Uint16Array, start: number, end: number): boolean {
  if (end - start > 8) return false;
  return (kindsOf(hashOf(units, start, end)) & FILE_EXTENSION) !== 0;
}

/** Returns the start of a path whose first slash is at `slash`, including a leading `.`, `..`, `~` or `https:/`. */
function leadStart(text: string, slash: number, from: number): number {
  const lead = text.slice(Math.max(from, slash - MAX_LEAD_LENGTH), slash);
  const [opening] = /(?:https?:\/|\.{1,2}|~)?$/.exec(lead)!;
  return slash - opening.length;
}
