import { createInterner } from './interner.ts';

/**
 * Returns the line similarity of two texts, 0 to 1: lines in both, divided by lines in either; a line that occurs n times counts n times.
 * 1 for two texts without lines. Ignores blank lines, whitespace at the end of a line and the order of lines, but not indentation and
 * letter case.
 */
export function lineSimilarity(a: string, b: string): number {
  const { intern } = createInterner();
  const sorted = (text: string): Int32Array => Int32Array.from(textLines(text), intern).toSorted();
  return sharedPart(sorted(a), sorted(b));
}

/** Tolerance for rounding errors in a number of lines. */
export const ROUNDING = 1e-6;

/** Returns the line similarity of numbered and sorted lines; 0 as soon as `atLeast` is out of reach. */
export function sharedPart(a: Int32Array, b: Int32Array, atLeast = 0): number {
  const total = a.length + b.length;
  if (total === 0) return 1;
  const needed = (atLeast * total) / (1 + atLeast) - ROUNDING;
  let shared = 0;
  for (let inA = 0, inB = 0; inA < a.length && inB < b.length;) {
    const difference = a[inA]! - b[inB]!;
    if (difference <= 0) inA += 1;
    if (difference >= 0) inB += 1;
    if (difference === 0) shared += 1;
    else if (shared + Math.min(a.length - inA, b.length - inB) < needed) return 0;
  }
  const part = shared / (total - shared);
  return part >= atLeast ? part : 0;
}

/** Yields the lines of a text that are not blank, without whitespace at their end: CRLF and LF are the same, indentation counts. */
export function* textLines(text: string): Generator<string, void> {
  for (let start = 0, lineBreak = 0; lineBreak >= 0; start = lineBreak + 1) {
    lineBreak = text.indexOf('\n', start);
    const line = text.slice(start, lineBreak < 0 ? undefined : lineBreak).trimEnd();
    if (line !== '') yield line;
  }
}
