import type { Evidence } from '../scan/evidence.ts';
import { countGaps, countUnspaced } from './count-gaps.ts';
import type { LineHistory } from './line-history.ts';

/** Number of lines that must be exceeded, and maximum standard deviation as a share of the mean (seed, `high_line_length_variance`). */
const MIN_LINES = 3;
const MAX_VARIATION = 1.2;

/** Maximum number of UTF-16 units per space in prose, and minimum number per special character. Scripts without spaces need no space. */
const UNITS_PER_SPACE = 15;
const UNITS_PER_SPECIAL = 20;

export function measureLine({ line, lines }: Evidence): void {
  const length = line.last - line.start;
  lines.count++;
  lines.units += length;
  lines.squares += length * length;
  if (length <= lines.longestEnd - lines.longestStart) return;
  lines.longestStart = line.start;
  lines.longestEnd = line.last;
  lines.longestSpecials = line.specials;
}

/**
 * Returns whether line lengths vary as in code and tables. Ignores blank lines. If the longest line is prose, as between the greeting and the
 * name of a letter, length does not count.
 */
export function hasHighVariance(text: string, lines: LineHistory): boolean {
  const { count, units, squares } = lines;
  if (count <= MIN_LINES) return false;
  const mean = units / count;
  const variance = squares / count - mean * mean;
  return variance > (MAX_VARIATION * mean) ** 2 && !isLongestProse(text, lines);
}

function isLongestProse(text: string, lines: LineHistory): boolean {
  const { longestStart: start, longestEnd: end, longestSpecials } = lines;
  if (longestSpecials * UNITS_PER_SPECIAL > end - start) return false;
  const spaced = countGaps(text, start, end, Infinity) * UNITS_PER_SPACE;
  return spaced + countUnspaced(text, start, end) * 2 >= end - start;
}
