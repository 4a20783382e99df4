import { CHARACTER_CLASSES, COUNTER, DIGIT, LETTER, LOWER, UPPER } from './character-classes.ts';
import { NAME_WEIGHTS } from './name-collector.ts';
import type { Reading } from './reading.ts';

const SPACE = 0x20;
const PERCENT = 0x25;
const COMMA = 0x2c;
const HYPHEN = 0x2d;
const DOT = 0x2e;
const CURRENCIES = '$€£¥₹₽￥';
const SIGNS = '％‰°℃';
/** From this many units on, a number is probably an id. */
const LONG_NUMBER = 5;
const MAX_VERSION_LENGTH = 24;

/** Reads the number at `start` and returns its end. `1,000.5` is one number, `2.5.1` a version. */
export function readNumber(reading: Reading, start: number): number {
  const { units, end: limit } = reading;
  let end = start + 1;
  let dots = 0;
  let commas = 0;
  while (end < limit) {
    const unit = units[end]!;
    if (isDigit(unit)) end++;
    else if ((unit === DOT || unit === COMMA) && isDigit(units[end + 1]!)) {
      if (unit === DOT) dots++;
      else commas++;
      end += 2;
    } else break;
  }
  reading.holdsContent = true;
  reading.words++;
  reading.numberEnd = -1;
  if (dots > 1 && end - start <= MAX_VERSION_LENGTH)
    reading.names.add(start, end, NAME_WEIGHTS.version);
  else if (isApart(units, start)) {
    const hasCurrency = start > 0 && isOneOf(CURRENCIES, units[start - 1]!);
    reading.numberStart = hasCurrency ? start - 1 : start;
    const signEnd = behindSign(units, end);
    if (signEnd > end || hasCurrency) reading.addCount(signEnd);
    else {
      reading.numberEnd = end;
      if (end - start >= LONG_NUMBER && dots + commas === 0 && !isWord(units, end))
        reading.names.add(start, end, NAME_WEIGHTS.number);
    }
  }
  return end;
}

/** Returns whether a number may be a quantity. That of `utf-8` is not. */
function isApart(units: Uint16Array, start: number): boolean {
  return (
    start < 2 ||
    units[start - 1] !== HYPHEN ||
    (CHARACTER_CLASSES[units[start - 2]!]! & (UPPER | LOWER | LETTER)) === 0
  );
}

/** Returns the end of the sign or Han counter after a number, or `end` if there is none. */
function behindSign(units: Uint16Array, end: number): number {
  const unit = units[end]!;
  if (unit >= 0x80) return isCounter(unit) || isOneOf(SIGNS, unit) ? end + 1 : end;
  if (unit !== SPACE) return unit === PERCENT ? end + 1 : end;
  const next = units[end + 1]!;
  return next === PERCENT || isCounter(next) ? end + 2 : end;
}

/** Returns whether a word continues after a number: `43948cde` is one id. */
function isWord(units: Uint16Array, index: number): boolean {
  return (CHARACTER_CLASSES[units[index]!]! & (UPPER | LOWER | LETTER)) !== 0;
}

function isDigit(unit: number): boolean {
  return (CHARACTER_CLASSES[unit]! & DIGIT) !== 0;
}

function isCounter(unit: number): boolean {
  return (CHARACTER_CLASSES[unit]! & COUNTER) !== 0;
}

function isOneOf(signs: string, unit: number): boolean {
  return signs.includes(String.fromCharCode(unit));
}
