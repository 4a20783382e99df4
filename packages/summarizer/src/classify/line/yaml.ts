import { FLAG } from '../reasons.ts';
import * as Class from '../scan/character-class.ts';
import { CLASS_TABLE, classAt } from '../scan/character-class.ts';
import type { Evidence, Line, LineHistory } from '../scan/evidence.ts';
import { countGaps } from './line.ts';

/** Minimum number of points of adjacent lines; no line alone reaches it (seed, `yaml_structure`: two lines). */
const MIN_POINTS = 3;

/** Maximum length of a key, in UTF-16 units, and maximum number of spaces before and in a value that is not a sentence. */
const MAX_KEY = 64;
const MAX_GAPS = 5;

const SCALAR_STARTS = '"\'[{|>&*/$<';
const WORD_SCALARS = /^(?:true|false|null|yes|no|on|off|none|~)$/i;
const DOT = 0x2e;

/**
 * Looks for adjacent lines `key: value`. Dialogue, labels and remarks look alike (`Status: all is well.`), so the lines need three points: one
 * for a key in program style with a short value or none, one for a value that is a number, a truth value, quoted or a collection, and one for
 * a line nested under a key. The key of the previous line does not count again.
 */
export function readYamlLine(text: string, evidence: Evidence): void {
  const { line, lines } = evidence;
  if ((evidence.found & FLAG.yaml_structure) !== 0) return;
  if (line.colonAt < 0 && lines.yamlLines === 0) return;
  const isKeyLine = endsKey(text, line) && !isSameKey(text, line, lines);
  const isNested = lines.yamlParentIndent >= 0 && isBelow(line, lines.yamlParentIndent);
  if (isNested) lines.yamlPoints++;
  lines.yamlParentIndent = -1;
  if (isKeyLine) {
    lines.yamlLines++;
    addPoints(text, line, lines);
    lines.yamlKeyStart = line.content;
    lines.yamlKeyEnd = line.colonAt;
  } else if (!isNested && !isListed(line, lines)) endYaml(lines);
  if (lines.yamlPoints >= MIN_POINTS) evidence.found |= FLAG.yaml_structure;
}

export function endYaml(lines: LineHistory): void {
  lines.yamlPoints = 0;
  lines.yamlLines = 0;
  lines.yamlKeyStart = 0;
  lines.yamlKeyEnd = 0;
  lines.yamlParentIndent = -1;
}

/** Returns whether the first colon ends a key of ASCII letters, digits and `_-.`, and a space or the end of the line follows. */
function endsKey(text: string, { content, colonAt, last }: Line): boolean {
  if (colonAt <= content || colonAt - content > MAX_KEY) return false;
  if (colonAt + 1 < last && classAt(text, colonAt + 1) !== Class.SPACE) return false;
  for (let index = content; index < colonAt; index++) {
    const kind = CLASS_TABLE[text.charCodeAt(index)]!;
    const isKey = kind >= Class.LOWER && kind <= Class.UNDERSCORE && kind !== Class.LETTER;
    if (!isKey && kind !== Class.DASH && text.charCodeAt(index) !== DOT) return false;
  }
  return classAt(text, content) !== Class.DASH;
}

function isSameKey(text: string, { content, colonAt }: Line, lines: LineHistory): boolean {
  const { yamlKeyStart, yamlKeyEnd } = lines;
  if (yamlKeyEnd - yamlKeyStart !== colonAt - content) return false;
  return text.startsWith(text.slice(yamlKeyStart, yamlKeyEnd), content);
}

function addPoints(text: string, line: Line, lines: LineHistory): void {
  const value = line.colonAt + 1;
  if (value >= line.last) {
    lines.yamlParentIndent = line.content - line.start;
    if (isProgramKey(text, line)) lines.yamlPoints++;
    return;
  }
  if (classAt(text, line.last - 1) === Class.STOP) return;
  if (countGaps(text, value, line.last, MAX_GAPS) > MAX_GAPS) return;
  if (isProgramKey(text, line)) lines.yamlPoints++;
  if (isScalar(text, value + 1, line.last)) lines.yamlPoints++;
}

/**
 * Returns whether a key is in program style: `size`, `maxSize`, `Max_Size`, `Max-size`; but not `Size`, and not a task number such as `AB-7`.
 */
function isProgramKey(text: string, { content, colonAt }: Line): boolean {
  let bits = 0;
  let hasHump = false;
  for (let index = content; index < colonAt; index++) {
    const kind = classAt(text, index);
    if (kind === Class.UPPER && index > content && classAt(text, index - 1) === Class.LOWER)
      hasHump = true;
    bits |= 1 << kind;
  }
  if (hasHump || classAt(text, content) === Class.LOWER || (bits & (1 << Class.UNDERSCORE)) !== 0)
    return true;
  return (bits & (1 << Class.DASH)) !== 0 && (bits & (1 << Class.LOWER)) !== 0;
}

function isScalar(text: string, start: number, end: number): boolean {
  if (classAt(text, start) === Class.DIGIT || SCALAR_STARTS.includes(text[start]!)) return true;
  return end - start <= 5 && WORD_SCALARS.test(text.slice(start, end));
}

function isBelow({ first, content, start }: Line, indent: number): boolean {
  return first - start > indent || (content > first && first - start === indent);
}

/** Returns whether the line continues the value of a key: a list item or an indented line. */
function isListed({ first, content, start }: Line, { yamlLines }: LineHistory): boolean {
  return yamlLines > 0 && (content > first || first - start >= 2);
}
