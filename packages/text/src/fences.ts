/** A range of a text that is a fenced code block, or the prose between two of them. UTF-16 units; `end` is exclusive. */
export interface FencedPart {
  readonly kind: 'prose' | 'fence';
  readonly start: number;
  readonly end: number;
}

interface Opening {
  readonly unit: number;
  readonly length: number;
}

const BACKTICK = 0x60;
const TILDE = 0x7e;

/**
 * Splits a text at its fenced code blocks, as CommonMark defines them: at least three backticks or tildes after at most three spaces; the
 * closing run has the same character and at least the same length; an info string after backticks contains no backtick; an unclosed block
 * extends to the end. Lines end with LF, CRLF or CR.
 *
 * The parts cover the whole text, in order. A fence starts with its opening line and ends with its closing line, without the terminator of
 * that line. Fences within block quotes and deeper list items are prose.
 */
export function splitFences(text: string): FencedPart[] {
  if (!text.includes('```') && !text.includes('~~~'))
    return text === '' ? [] : [{ kind: 'prose', start: 0, end: text.length }];
  const parts: FencedPart[] = [];
  let opening: Opening | undefined;
  let partStart = 0;
  for (let start = 0; start < text.length;) {
    const end = lineEnd(text, start);
    if (opening === undefined) {
      opening = readOpening(text, start, end);
      if (opening !== undefined) {
        if (start > partStart) parts.push({ kind: 'prose', start: partStart, end: start });
        partStart = start;
      }
    } else if (isClosing(text, start, end, opening)) {
      parts.push({ kind: 'fence', start: partStart, end });
      partStart = end;
      opening = undefined;
    }
    start = text.charCodeAt(end) === 0x0d && text.charCodeAt(end + 1) === 0x0a ? end + 2 : end + 1;
  }
  if (partStart < text.length)
    parts.push({
      kind: opening === undefined ? 'prose' : 'fence',
      start: partStart,
      end: text.length,
    });
  return parts;
}

function lineEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && text.charCodeAt(end) !== 0x0a && text.charCodeAt(end) !== 0x0d) end++;
  return end;
}

function readOpening(text: string, start: number, end: number): Opening | undefined {
  const mark = skipIndent(text, start);
  const unit = text.charCodeAt(mark);
  if (unit !== BACKTICK && unit !== TILDE) return undefined;
  const info = skipRun(text, mark, end, unit);
  if (info - mark < 3) return undefined;
  if (unit === BACKTICK)
    for (let index = info; index < end; index++)
      if (text.charCodeAt(index) === BACKTICK) return undefined;
  return { unit, length: info - mark };
}

function isClosing(text: string, start: number, end: number, opening: Opening): boolean {
  const mark = skipIndent(text, start);
  let index = skipRun(text, mark, end, opening.unit);
  if (index - mark < opening.length) return false;
  while (index < end && (text.charCodeAt(index) === 0x20 || text.charCodeAt(index) === 0x09))
    index++;
  return index === end;
}

/** Returns the index after at most three spaces. */
function skipIndent(text: string, start: number): number {
  let index = start;
  while (index < start + 3 && text.charCodeAt(index) === 0x20) index++;
  return index;
}

function skipRun(text: string, start: number, end: number, unit: number): number {
  let index = start;
  while (index < end && text.charCodeAt(index) === unit) index++;
  return index;
}

/**
 * Formats code as a Markdown code block that `splitFences` reads as one fence: longer than any run of its character in the code, and of
 * tildes if `language` contains a backtick. Uses only the first line of `language`.
 */
export function fencedCode(code: string, language = ''): string {
  const [info = ''] = language.split(/[\r\n]/, 1);
  const unit = info.includes('`') ? '~' : '`';
  const runs = code.match(unit === '~' ? /~+/g : /`+/g) ?? [];
  const fence = unit.repeat(runs.reduce((most, { length }) => Math.max(most, length + 1), 3));
  return `${fence}${info}\n${code}\n${fence}`;
}
