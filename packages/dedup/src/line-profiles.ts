import { createInterner } from './interner.ts';

/** Lines of a text as numbers: equal for equal lines, and smaller the rarer the line is in all texts. */
export interface LineProfile {
  readonly length: number;
  /** Distinct lines among the first five. */
  readonly opening: readonly number[];
  /** All lines, with repetitions, sorted: the rarest first. */
  readonly lines: Int32Array;
}

export interface LineProfiles {
  /** By index of the text; `undefined` if no other text can begin alike. */
  readonly profiles: readonly (LineProfile | undefined)[];
  /** Smaller numbers are lines that occur nowhere else. */
  readonly firstShared: number;
}

const OPENING_LINES = 5;
const SHARED_OPENING_LINES = 3;

/** Returns whether at least three of the first five lines are equal, in any order, each counted once. */
export function beginAlike(a: LineProfile, b: LineProfile): boolean {
  let shared = 0;
  for (const line of a.opening) if (b.opening.includes(line)) shared += 1;
  return shared >= SHARED_OPENING_LINES;
}

/** Returns the lines of all texts that may begin like another one. Reads only the first lines of the others. */
export function profileLines(texts: readonly (string | undefined)[]): LineProfiles {
  const interner = createInterner();
  const openings = texts.map((text) => {
    return text === undefined ? [] : readOpening(text, interner.intern);
  });
  const inOpenings = countLines(openings, interner.size);
  const read = texts.map((text, index) => {
    const shared = openings[index]!.filter((line) => inOpenings[line]! > 1);
    if (text === undefined || shared.length < SHARED_OPENING_LINES) return [];
    return Array.from(textLines(text), interner.intern);
  });
  const { ranks, firstShared } = rankByRarity(countLines(read, interner.size));
  const profiles = read.map((lines, index): LineProfile | undefined => {
    if (lines.length === 0) return undefined;
    const opening = openings[index]!.map((line) => ranks[line]!);
    const ranked = Int32Array.from(lines, (line) => ranks[line]!);
    return { length: texts[index]!.length, opening, lines: ranked.toSorted() };
  });
  return { profiles, firstShared };
}

function readOpening(text: string, intern: (line: string) => number): number[] {
  const lines: number[] = [];
  for (const line of textLines(text)) {
    if (lines.push(intern(line)) === OPENING_LINES) break;
  }
  return [...new Set(lines)];
}

function countLines(texts: readonly (readonly number[])[], lineCount: number): Int32Array {
  const counts = new Int32Array(lineCount);
  for (const lines of texts) for (const line of lines) counts[line]! += 1;
  return counts;
}

/** Returns the rank of each line by its number of occurrences, the rarest first. */
function rankByRarity(counts: Int32Array): { ranks: Int32Array; firstShared: number } {
  let most = 1;
  for (const count of counts) most = Math.max(most, count);
  const nextRanks = new Int32Array(most + 2);
  for (const count of counts) nextRanks[count + 1]! += 1;
  for (let count = 1; count < nextRanks.length; count += 1)
    nextRanks[count]! += nextRanks[count - 1]!;
  const firstShared = nextRanks[2]!;
  const ranks = counts.map((count) => (nextRanks[count]! += 1) - 1);
  return { ranks, firstShared };
}

/** Tolerance for rounding errors in a number of lines. */
export const ROUNDING = 1e-6;

/**
 * Returns the similarity of numbered and sorted lines, 0 to 1: lines in both, divided by lines in either; a line that occurs n times counts
 * n times. Returns 1 without lines, and 0 as soon as `atLeast` is out of reach.
 */
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
