import { forEachLine, type Span } from '@palimpsest/text';
import { CHARACTER_CLASSES, DIGIT, SYLLABLE, WORD } from '../reading/character-classes.ts';
import { textUnits } from '../reading/text-units.ts';

const MIN_LINES = 6;
const MAX_UNITS_PER_BREAK = 80;

/**
 * Returns whether a text is the output of a program: at least six lines with content, at least one line end per 80 UTF-16 units, and more than
 * half of the lines a file reference, an indented bullet, a key with a value, or a status (seed compression-pipeline, "Structured output
 * detection"). Bullets without indentation do not count, because prose has lists too.
 */
export function isStructured(text: string): boolean {
  return structuredLines(text, textUnits(text)) !== undefined;
}

/** Returns the lines with content, without surrounding blanks, if the text is output of a program. */
export function structuredLines(text: string, units: Uint16Array): readonly Span[] | undefined {
  if (!mayHaveLines(text)) return undefined;
  const lines: Span[] = [];
  // The last line has no line break.
  let lineEnds = -1;
  let structured = 0;
  forEachLine(text, (start, lineEnd) => {
    lineEnds++;
    let contentStart = start;
    while (contentStart < lineEnd && isSpace(units[contentStart]!)) contentStart++;
    if (contentStart === lineEnd) return;
    let end = lineEnd;
    while (isSpace(units[end - 1]!)) end--;
    lines.push({ start: contentStart, end });
    const isIndentedBullet = contentStart > start && '-•*'.includes(text[contentStart]!);
    if (
      isIndentedBullet ||
      hasStatus(text, contentStart) ||
      hasKey(units, contentStart, end) ||
      hasReference(text, units, contentStart, end)
    )
      structured++;
  });
  const isDense = lineEnds * MAX_UNITS_PER_BREAK >= text.length && structured * 2 > lines.length;
  return lines.length >= MIN_LINES && isDense ? lines : undefined;
}

/** Returns whether a text can have enough line breaks, judged by the first of them. */
function mayHaveLines(text: string): boolean {
  let lines = 1;
  let at = text.indexOf('\n');
  while (at !== -1 && lines < MIN_LINES) {
    lines++;
    at = text.indexOf('\n', at + 1);
  }
  return lines >= MIN_LINES || OTHER_LINE_END.test(text);
}

const OTHER_LINE_END = /[\r\u2028\u2029]/;

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0xa0 || unit === 0x3000;
}

const TAB = 0x09;
const SPACE = 0x20;
const COLON = 0x3a;
const WIDE_COLON = 0xff1a;
/** Symbols a key may contain besides words and spaces: `.`, `/`, `-`. */
const KEY_SIGNS = './-';
const MAX_KEY_LENGTH = 60;
const MAX_PATH_LENGTH = 260;

// Sticky; each inspects a bounded start of a line.
const STATUS =
  /(?:[-=*]{1,3} )?[[(]?(?:PASS(?:ED)?|FAIL(?:ED|URE)?|ERRORS?|WARN(?:ING)?|OK|SKIP(?:PED)?|ok \d|not ok \d|(?:ok|\?)(?=[ \t]{2})|[✓✔✗✘✖×✕])(?![A-Za-z_])[\])]?/y;
const STATUS_OPENINGS = '-=*[(PFEWOSon?✓✔✗✘✖×✕';
const REFERENCE =
  /((?:[A-Za-z]:)?[^\s:()]{0,256}[^\s:().]\.\w{1,10})(?::\d{1,9}:|\(\d{1,9},\d{1,9}\):)/y;
const FILE = /[ \t]{1,8}((?:[\w@.-]{1,80}[/\\]){0,20}[\w@.-]{1,80}\.[A-Za-z]\w{0,5})(?![\w/.])/y;

/** Parses `src/server.ts:42: …`, `src/server.ts(42,7): …` and `FAIL src/server.test.ts …`: the file, and the start of the rest. */
export function readLineFile(
  text: string,
  units: Uint16Array,
  contentStart: number,
  end: number,
): { readonly path: string | undefined; readonly rest: number } | undefined {
  if (hasReference(text, units, contentStart, end)) {
    REFERENCE.lastIndex = contentStart;
    return { path: REFERENCE.exec(text)?.[1], rest: REFERENCE.lastIndex };
  }
  if (!hasStatus(text, contentStart)) return undefined;
  FILE.lastIndex = STATUS.lastIndex;
  return { path: FILE.exec(text)?.[1], rest: contentStart };
}

function hasStatus(text: string, contentStart: number): boolean {
  if (!STATUS_OPENINGS.includes(text[contentStart]!)) return false;
  STATUS.lastIndex = contentStart;
  return STATUS.test(text);
}

function hasKey(units: Uint16Array, contentStart: number, end: number): boolean {
  if ((CHARACTER_CLASSES[units[contentStart]!]! & (WORD | SYLLABLE)) === 0) return false;
  const last = Math.min(end - 1, contentStart + MAX_KEY_LENGTH);
  for (let index = contentStart; index <= last; index++) {
    const unit = units[index]!;
    if ((CHARACTER_CLASSES[unit]! & (WORD | SYLLABLE)) !== 0) continue;
    if (unit === COLON) return units[index + 1] === SPACE || units[index + 1] === TAB;
    if (unit === WIDE_COLON) return true;
    if (unit !== SPACE && unit !== TAB && !KEY_SIGNS.includes(String.fromCharCode(unit)))
      return false;
  }
  return false;
}

function hasReference(
  text: string,
  units: Uint16Array,
  contentStart: number,
  end: number,
): boolean {
  const last = Math.min(end - 1, contentStart + MAX_PATH_LENGTH);
  // The colon after a drive letter does not end a path.
  for (let index = contentStart + 2; index <= last; index++) {
    const unit = units[index]!;
    if (unit === SPACE || unit === TAB) return false;
    if (unit !== COLON && unit !== OPENING) continue;
    if ((CHARACTER_CLASSES[units[index + 1]!]! & DIGIT) === 0) return false;
    REFERENCE.lastIndex = contentStart;
    return REFERENCE.test(text);
  }
  return false;
}

const OPENING = 0x28;
