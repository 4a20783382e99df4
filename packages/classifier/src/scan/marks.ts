import { FLAG } from '../reasons.ts';
import { findEmail, isPath } from './addresses.ts';
import { readCapitals } from './capitals.ts';
import {
  AT,
  BACKSLASH,
  COLON,
  DASH,
  DIGIT,
  DOLLAR,
  EQUALS,
  GREATER,
  LESS,
  MATH,
  OPEN_BRACE,
  OPEN_PAREN,
  QUOTE,
  SIGN,
  SLASH,
  UNDERSCORE,
  UPPER,
  isWordAt,
} from './character-class.ts';
import { readColon } from './colons.ts';
import { readAssignment } from './credentials.ts';
import { readDashes } from './dashes.ts';
import { NEVER, type Evidence } from './evidence.ts';
import { readBackslash, readDollar, readSymbol } from './math.ts';
import { readNumber } from './numbers.ts';
import { readQuote } from './quotes.ts';
import { closeTag, openTag } from './tags.ts';

const CARET = 0x5e;
const PLUS = 0x2b;
const BACKTICK = 0x60;

/** Reads a character that may start or end a construct. Returns the index to continue from. */
export function readMark(text: string, index: number, kind: number, evidence: Evidence): number {
  const { line } = evidence;
  switch (kind) {
    case UPPER:
      return readCapitals(text, index, evidence);
    case DIGIT:
      return readNumber(text, index, evidence);
    case UNDERSCORE:
      evidence.texSignAt = index;
      return index + 1;
    case COLON:
      if (line.colonAt < 0) line.colonAt = index;
      readColon(text, index, evidence);
      return index + 1;
    case EQUALS:
      if (line.equalsAt < 0) line.equalsAt = index;
      evidence.mathSignAt = index;
      readAssignment(text, index, evidence);
      return index + 1;
    case DASH:
      return readDashes(text, index, evidence);
    case SLASH:
      if ((evidence.found & FLAG.file_path) === 0 && isPath(text, index))
        evidence.found |= FLAG.file_path;
      return index + 1;
    case QUOTE:
      readQuote(text, index, evidence);
      return index + 1;
    case OPEN_PAREN:
      if (isWordAt(text, index - 1)) line.hasCall = true;
      evidence.mathSignAt = index;
      return index + 1;
    case DOLLAR:
      return readDollar(text, index, evidence);
    case BACKSLASH:
      return readBackslash(text, index, evidence);
    case MATH:
      readSymbol(text, index, evidence);
      return index + 1;
    case LESS:
      evidence.mathSignAt = index;
      openTag(text, index, evidence);
      return index + 1;
    case GREATER:
      closeTag(text, index, evidence);
      return index + 1;
    case AT:
      if ((evidence.found & FLAG.email) === 0 && findEmail(text, index))
        evidence.found |= FLAG.email;
      return index + 1;
    case SIGN:
      readSign(text.charCodeAt(index), index, evidence);
      return index + 1;
    case OPEN_BRACE:
      evidence.mathSignAt = index;
      return index + 1;
    default:
      return index + 1;
  }
}

function readSign(unit: number, index: number, evidence: Evidence): void {
  if (unit === CARET) evidence.texSignAt = index;
  else if (unit === PLUS) evidence.mathSignAt = index;
  // No formula extends past the start or end of a code span.
  else if (unit === BACKTICK) evidence.dollarAt = NEVER;
}
