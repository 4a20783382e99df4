import { FLAG } from '../reasons.ts';
import { findEmail, isPath, isUrlColon } from './addresses.ts';
import * as Class from './character-class.ts';
import { isWordAt, classAt, CLASS_TABLE } from './character-class.ts';
import { NEVER, type Evidence } from './evidence.ts';
import { readBackslash, readDollar, readSymbol } from './math.ts';
import { readNumber } from './numbers.ts';
import { readAssignment, readRun } from './secrets.ts';
import { readSqlWord } from './sql.ts';

const CARET = 0x5e;
const PLUS = 0x2b;
const BACKTICK = 0x60;

/** Reads a character that may start or end a construct. Returns the index to continue from. */
export function readMark(text: string, index: number, kind: number, evidence: Evidence): number {
  const { line } = evidence;
  switch (kind) {
    case Class.UPPER:
      return readCapitals(text, index, evidence);
    case Class.DIGIT:
      return readNumber(text, index, evidence);
    case Class.UNDERSCORE:
      evidence.texSignAt = index;
      return index + 1;
    case Class.COLON:
      if (line.colonAt < 0) line.colonAt = index;
      readColon(text, index, evidence);
      return index + 1;
    case Class.EQUALS:
      if (line.equalsAt < 0) line.equalsAt = index;
      evidence.mathSignAt = index;
      readAssignment(text, index, evidence);
      return index + 1;
    case Class.DASH:
      return readDashes(text, index, evidence);
    case Class.SLASH:
      if ((evidence.found & FLAG.file_path) === 0 && isPath(text, index))
        evidence.found |= FLAG.file_path;
      return index + 1;
    case Class.QUOTE:
      readQuote(text, index, evidence);
      return index + 1;
    case Class.OPEN_PAREN:
      if (isWordAt(text, index - 1)) line.hasCall = true;
      evidence.mathSignAt = index;
      return index + 1;
    case Class.DOLLAR:
      return readDollar(text, index, evidence);
    case Class.BACKSLASH:
      return readBackslash(text, index, evidence);
    case Class.MATH:
      readSymbol(text, index, evidence);
      return index + 1;
    case Class.LESS:
      evidence.mathSignAt = index;
      openTag(text, index, evidence);
      return index + 1;
    case Class.GREATER:
      closeTag(text, index, evidence);
      return index + 1;
    case Class.AT:
      if ((evidence.found & FLAG.email) === 0 && findEmail(text, index))
        evidence.found |= FLAG.email;
      return index + 1;
    case Class.SIGN:
      readSign(text.charCodeAt(index), index, evidence);
      return index + 1;
    case Class.OPEN_BRACE:
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

/** Reads the capitals at `start`, which may be an SQL keyword, or the token that contains them. Returns the index to continue from. */
function readCapitals(text: string, start: number, evidence: Evidence): number {
  const next = readRun(text, start, evidence);
  if (next > start) return next;
  let end = start + 1;
  while (classAt(text, end) === Class.UPPER) end++;
  if (end - start > 1 && !isWordAt(text, end) && !isWordAt(text, start - 1))
    readSqlWord(text, start, end, evidence);
  return end;
}

/** Records a possible start of a tag: `<name`, `</name`, `<!` or `<?`. */
function openTag(text: string, index: number, evidence: Evidence): void {
  const kind = classAt(text, index + 1);
  const isTag =
    kind === Class.LOWER || kind === Class.UPPER || '/!?'.includes(text.charAt(index + 1) || ' ');
  evidence.tagAt = isTag ? index : NEVER;
  evidence.tagReturns = evidence.pairedReturns;
}

function closeTag(text: string, index: number, evidence: Evidence): void {
  const opened = evidence.tagAt;
  if (opened < 0) return;
  evidence.tagAt = NEVER;
  evidence.tagUnits += index + 1 - opened - (evidence.pairedReturns - evidence.tagReturns);
  if (text[opened + 1] === '/' || text[index - 1] === '/') evidence.closedTags++;
}

/** Maximum length of `BEGIN … PRIVATE KEY`, in UTF-16 units. */
const MAX_KEY_KIND = 40;

/** Reads a run of dashes: part of a token, the start of an option, or the start of a PEM block. Returns its end. */
function readDashes(text: string, start: number, evidence: Evidence): number {
  let end = start + 1;
  while (end < text.length && CLASS_TABLE[text.charCodeAt(end)] === Class.DASH) end++;
  const next = classAt(text, end);
  if (end - start <= 2 && (next === Class.LOWER || next === Class.UPPER)) {
    if (classAt(text, start - 1) === Class.SPACE) evidence.line.hasOption = true;
  } else if (end - start >= 5 && isPrivateKey(text, end)) evidence.found |= FLAG.api_key;
  return end;
}

/** Returns whether a private key of any kind starts here: `-----BEGIN … PRIVATE KEY-----`. */
function isPrivateKey(text: string, index: number): boolean {
  return /^BEGIN [A-Z ]*PRIVATE KEY/.test(text.slice(index, index + MAX_KEY_KIND));
}

const MIN_QUOTATION = 10;

/** Marks that only open a quotation. All others open one if none is open, and otherwise close it. */
const OPENING = '“„«「『';

function readQuote(text: string, index: number, evidence: Evidence): void {
  const opened = evidence.quoteAt;
  if (opened < evidence.line.start || isOpening(text[index]!, text[opened]!)) {
    evidence.quoteAt = index;
    return;
  }
  if (index - opened - 1 >= MIN_QUOTATION) evidence.found |= FLAG.direct_quote;
  evidence.quotedStart = opened;
  evidence.quotedEnd = index + 1;
  evidence.quoteAt = NEVER;
}

/** Returns whether the mark opens a quotation. German closes with the mark that English opens with. */
function isOpening(mark: string, opened: string): boolean {
  return OPENING.includes(mark) && !(mark === '“' && opened === '„');
}

const MAX_KEY = 64;

const APOSTROPHE = 0x27;

/** Reads a colon, which may end a URL scheme, a quoted key or the name of a secret. */
function readColon(text: string, index: number, evidence: Evidence): void {
  if ((evidence.found & FLAG.url) === 0 && isUrlColon(text, index)) evidence.found |= FLAG.url;
  if ((evidence.found & FLAG.quoted_key) === 0 && endsQuotedKey(text, index, evidence))
    evidence.found |= FLAG.quoted_key;
  readAssignment(text, index, evidence);
}

function endsQuotedKey(text: string, colon: number, evidence: Evidence): boolean {
  if (evidence.quotedEnd === colon && text[colon - 1] === '"') {
    const length = colon - 2 - evidence.quotedStart;
    return length > 0 && length <= MAX_KEY;
  }
  if (text.charCodeAt(colon - 1) !== APOSTROPHE) return false;
  let start = colon - 2;
  while (start > colon - 2 - MAX_KEY && isWordAt(text, start)) start--;
  return start < colon - 2 && text.charCodeAt(start) === APOSTROPHE;
}
