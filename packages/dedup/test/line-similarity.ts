import { createInterner } from '../src/interner.ts';
import { sharedPart, textLines } from '../src/line-profiles.ts';

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
