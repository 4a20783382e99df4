import { findLineBody } from './line-body.ts';
import type { Span } from './line-spans.ts';

/** Maximum size of a group in lines and in UTF-16 units: a longer one is hardly about one thing. */
const MAX_LINES = 30;
const MAX_LENGTH = 1_500;

interface Line extends Span {
  /** Column of its first character, without a line number; `Infinity` for a blank line. */
  readonly indent: number;
}

/**
 * Returns the lines that belong to the line at a position: a definition or an item with what is indented below it, the item or the function
 * around a line, or a block of fields between blank lines. Otherwise, and if they are too many, the line alone.
 */
export function findGroupAround(source: string, position: number): Span {
  const line = lineAt(source, position);
  const group = itemOf(source, line) ?? parentOf(source, line) ?? fieldsAround(source, line);
  return group ?? line;
}

/** Returns a line with what is indented below it, and a bracket that closes it. */
function itemOf(source: string, line: Line): Span | undefined {
  let next = nextLine(source, line);
  if (next === undefined || next.indent === Infinity || next.indent <= line.indent)
    return undefined;
  let { end } = line;
  let lines = 1;
  for (; next !== undefined && next.indent > line.indent; next = nextLine(source, next)) {
    lines += 1;
    if (next.indent !== Infinity) ({ end } = next);
    if (lines > MAX_LINES || end - line.start > MAX_LENGTH) return undefined;
  }
  const closes = next?.indent === line.indent && CLOSING.test(source.slice(next.start, next.end));
  return { start: line.start, end: closes ? next!.end : end };
}

const CLOSING = /^[\d\s→:|]*[)\]}]+[;,]?\s*$/;

/** Returns the item around an indented line. */
function parentOf(source: string, line: Line): Span | undefined {
  if (line.indent === 0) return undefined;
  let above = previousLine(source, line);
  for (let lines = 0; above !== undefined && lines < MAX_LINES; lines += 1) {
    if (above.indent < line.indent) return itemOf(source, above);
    above = previousLine(source, above);
  }
  return undefined;
}

const FIELD = /^[\d\s→:|]*[\p{L}_][\p{L}\p{N}_ .-]{0,40}[:=]\s?\S/u;

/** Returns the block of fields between blank lines around a line. */
function fieldsAround(source: string, line: Line): Span | undefined {
  if (!isField(source, line)) return undefined;
  let [first, last] = [line, line];
  for (let lines = 1; ; lines += 1) {
    const above = previousLine(source, first);
    const below = nextLine(source, last);
    if (above !== undefined && isField(source, above)) first = above;
    else if (below !== undefined && isField(source, below)) last = below;
    else return { start: first.start, end: last.end };
    if (lines > MAX_LINES / 2 || last.end - first.start > MAX_LENGTH) return undefined;
  }
}

function isField(source: string, { start, end }: Line): boolean {
  return FIELD.test(source.slice(start, Math.min(end, start + 60)));
}

function lineAt(source: string, position: number): Line {
  const start = source.lastIndexOf('\n', position - 1) + 1;
  const found = source.indexOf('\n', position);
  const end = found < 0 ? source.length : found;
  const { body, isNumbered } = findLineBody(source, start, end);
  if (body >= end) return { start, end, indent: Infinity };
  return { start, end, indent: isNumbered ? indentAfterNumber(source, start, body) : body - start };
}

function indentAfterNumber(source: string, start: number, body: number): number {
  let at = body;
  while (at > start && (source[at - 1] === ' ' || source[at - 1] === '\t')) at -= 1;
  return body - at;
}

function nextLine(source: string, { end }: Line): Line | undefined {
  return end >= source.length ? undefined : lineAt(source, end + 1);
}

function previousLine(source: string, { start }: Line): Line | undefined {
  return start === 0 ? undefined : lineAt(source, start - 1);
}
