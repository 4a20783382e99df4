import { findLineBody } from './line-body.ts';
import type { Span } from './line-spans.ts';

/** Maximum size of a group in lines and in UTF-16 units: a longer one is hardly about one thing. */
const MAX_LINES = 30;
const MAX_LENGTH = 1_500;
/** Maximum number of lines in a block of fields: more of them are a table, not one thing. */
const MAX_FIELDS = 16;

interface Line extends Span {
  /** Start of its content, after a line number. */
  readonly body: number;
  /** Column of its content, without a line number; `Infinity` for a blank line. */
  readonly indent: number;
}

/**
 * Returns the lines that belong to the line at a position. Of an item, such as a definition: the item with what is indented below it. Of
 * another line: the item around it, else the block of fields around it. If these are too large, or there are none, the line alone.
 */
export function findGroupAround(source: string, position: number): Span {
  const line = lineAt(source, position);
  if (isItem(source, line)) return itemAt(source, line) ?? line;
  return itemAround(source, line) ?? fieldsAround(source, line) ?? line;
}

/** Returns whether the next line is indented below a line. */
function isItem(source: string, line: Line): boolean {
  const [next] = linesBelow(source, line);
  return next !== undefined && !isBlank(next) && next.indent > line.indent;
}

const CLOSING = /^[)\]}]+[;,]?\s*$/;

/** Returns an item with what is indented below it, and a bracket that closes it; `undefined` if that is too large. */
function itemAt(source: string, head: Line): Span | undefined {
  const { start } = head;
  let { end } = head;
  let lines = 1;
  for (const line of linesBelow(source, head)) {
    if (line.indent <= head.indent) {
      const closes = line.indent === head.indent && CLOSING.test(source.slice(line.body, line.end));
      return { start, end: closes ? line.end : end };
    }
    lines += 1;
    if (!isBlank(line)) ({ end } = line);
    if (lines > MAX_LINES || end - start > MAX_LENGTH) return undefined;
  }
  return { start, end };
}

/** Returns the item that begins at the first line above with less indentation. */
function itemAround(source: string, line: Line): Span | undefined {
  if (line.indent === 0) return undefined;
  let lines = 0;
  for (const above of linesAbove(source, line)) {
    if (above.indent < line.indent)
      return isItem(source, above) ? itemAt(source, above) : undefined;
    lines += 1;
    if (lines === MAX_LINES) break;
  }
  return undefined;
}

/** Returns the block of fields that a field stands in. */
function fieldsAround(source: string, line: Line): Span | undefined {
  if (!isField(source, line)) return undefined;
  const above = takeFields(source, linesAbove(source, line));
  const below = takeFields(source, linesBelow(source, line));
  const { start } = above.at(-1) ?? line;
  const { end } = below.at(-1) ?? line;
  const isTooLarge = above.length + 1 + below.length > MAX_FIELDS || end - start > MAX_LENGTH;
  return isTooLarge ? undefined : { start, end };
}

/** Returns the fields at the start of some lines, up to one too many. */
function takeFields(source: string, lines: Iterable<Line>): readonly Line[] {
  const fields: Line[] = [];
  for (const line of lines) {
    if (!isField(source, line) || fields.length === MAX_FIELDS) break;
    fields.push(line);
  }
  return fields;
}

const FIELD = /^[\p{L}_][\p{L}\p{N}_ .-]{0,40}[:=]\s?\S/u;

function isField(source: string, { body, end }: Line): boolean {
  return FIELD.test(source.slice(body, Math.min(end, body + 60)));
}

function isBlank({ indent }: Line): boolean {
  return indent === Infinity;
}

function* linesBelow(source: string, line: Line): Generator<Line> {
  for (let { end } = line; end < source.length;) {
    const next = lineAt(source, end + 1);
    yield next;
    ({ end } = next);
  }
}

function* linesAbove(source: string, line: Line): Generator<Line> {
  for (let { start } = line; start > 0;) {
    const previous = lineAt(source, start - 1);
    yield previous;
    ({ start } = previous);
  }
}

function lineAt(source: string, position: number): Line {
  // A negative index would find a line break at the start.
  const start = position === 0 ? 0 : source.lastIndexOf('\n', position - 1) + 1;
  const found = source.indexOf('\n', position);
  const end = found < 0 ? source.length : found;
  const { body, isNumbered } = findLineBody(source, start, end);
  if (body >= end) return { start, end, body, indent: Infinity };
  const indent = isNumbered ? indentAfterNumber(source, start, body) : body - start;
  return { start, end, body, indent };
}

function indentAfterNumber(source: string, start: number, body: number): number {
  let at = body;
  while (at > start && (source[at - 1] === ' ' || source[at - 1] === '\t')) at -= 1;
  return body - at;
}
