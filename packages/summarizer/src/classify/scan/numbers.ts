import { FLAG } from '../reasons.ts';
import * as Class from './character-class.ts';
import { classAt, classes, isWord, isWordAt } from './character-class.ts';
import type { Evidence } from './evidence.ts';
import { MIN_RUN, readRun, RUN_CLASSES } from './secrets.ts';

const DOT = 0x2e;
const DEGREE = 0xb0;

const MAX_UNIT = 3;

const UNITS = new Set(
  'km m cm mm kg g mg s hz khz mhz ghz ms us µs μs ns kb mb gb tb kib mib gib'.split(' '),
);

/** Classes that continue a token after a number. */
const TOKEN_CLASSES = (RUN_CLASSES & ~classes(Class.DIGIT)) | classes(Class.SIGN);

const NUMBER_REASONS =
  FLAG.version_number | FLAG.numeric_with_units | FLAG.ip_or_semver | FLAG.phone;

/**
 * Reads the digits at `start`, or the token that contains them. Returns the index to continue from. Only long numbers, and digits next to a
 * character of a token, can be in a token.
 */
export function readNumber(text: string, start: number, evidence: Evidence): number {
  let end = start + 1;
  while (classAt(text, end) === Class.DIGIT) end++;
  const before = classAt(text, start - 1);
  const after = classAt(text, end);
  if (
    ((TOKEN_CLASSES >> before) & 1) !== 0 ||
    ((TOKEN_CLASSES >> after) & 1) !== 0 ||
    end - start >= MIN_RUN
  ) {
    const next = readRun(text, start, evidence);
    if (next > start) return next;
  }
  if ((evidence.found & NUMBER_REASONS) === NUMBER_REASONS) return end;
  if (isWord(before)) {
    if (isVersion(text, start, end)) evidence.found |= FLAG.version_number;
    return end;
  }
  if ((evidence.found & FLAG.numeric_with_units) === 0 && hasUnit(text, end))
    evidence.found |= FLAG.numeric_with_units;
  if (before === Class.SPACE && isNamedVersion(text, start)) evidence.found |= FLAG.version_number;
  if (!isWord(after)) noteNumber(text, start, end, evidence);
  return end;
}

function noteNumber(text: string, start: number, end: number, evidence: Evidence): void {
  const isJoined = evidence.numberEnd === start - 1 && text.charCodeAt(start - 1) === DOT;
  evidence.dotted = isJoined ? evidence.dotted + 1 : 1;
  evidence.numberEnd = end;
  if (evidence.dotted >= 3) evidence.found |= FLAG.ip_or_semver;
  if (end - start === 3) {
    evidence.areaStart = evidence.officeStart;
    evidence.officeStart = start;
  } else if (end - start === 4 && isPhoneEnd(text, start, evidence)) evidence.found |= FLAG.phone;
}

/** Returns whether the four digits at `start` end a phone number: `555-123-4567`, `(555) 123 4567`. */
function isPhoneEnd(text: string, start: number, { areaStart, officeStart }: Evidence): boolean {
  const jointAt = areaStart + 3;
  if (officeStart !== start - 4 || jointAt < 0 || officeStart > jointAt + 2) return false;
  return /^[-. )] ?$/.test(text.slice(jointAt, officeStart)) && '-. '.includes(text[start - 1]!);
}

/** Returns whether the digits after a letter belong to a version: `v1.2`. */
function isVersion(text: string, start: number, end: number): boolean {
  return (
    (text.charCodeAt(start - 1) | 32) === 0x76 &&
    !isWordAt(text, start - 2) &&
    text.charCodeAt(end) === DOT &&
    classAt(text, end + 1) === Class.DIGIT
  );
}

function isNamedVersion(text: string, start: number): boolean {
  return (
    (text.charCodeAt(start - 2) | 32) === 0x6e &&
    /(?:^|\W)version$/i.test(text.slice(Math.max(0, start - 9), start - 1))
  );
}

/** Returns whether a unit follows the digits, directly or after one space. */
function hasUnit(text: string, end: number): boolean {
  const start = classAt(text, end) === Class.SPACE ? end + 1 : end;
  const kind = classAt(text, start);
  if (kind !== Class.LOWER && kind !== Class.UPPER && kind !== Class.LETTER && kind !== Class.OTHER)
    return false;
  if (text.charCodeAt(start) === DEGREE)
    return 'CF'.includes(text.charAt(start + 1) || ' ') && !isWordAt(text, start + 2);
  let unitEnd = start;
  while (unitEnd <= start + MAX_UNIT && isUnitLetter(text, unitEnd)) unitEnd++;
  if (unitEnd === start || unitEnd > start + MAX_UNIT || isWordAt(text, unitEnd)) return false;
  return UNITS.has(text.slice(start, unitEnd).toLowerCase());
}

function isUnitLetter(text: string, index: number): boolean {
  const kind = classAt(text, index);
  if (kind === Class.LOWER || kind === Class.UPPER) return true;
  const unit = text.charCodeAt(index);
  return unit === 0xb5 || unit === 0x3bc;
}
