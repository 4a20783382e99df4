import type { Duplicate } from '@palimpsest/core-types';
import { invalidOption, readDuplicateOptions, type DuplicateOptions } from './find-duplicates.ts';

export interface NearDuplicateOptions extends DuplicateOptions {
  /**
   * Minimum similarity of a near duplicate to the copy that stays: lines in both, divided by lines in either, in any order; a line that occurs
   * n times counts n times; above 0, at most 1. @default 0.85
   */
  readonly threshold?: number;
  /** Result of `findDuplicates`: its duplicates are skipped, and the copies they name stay. @default none */
  readonly exact?: ReadonlyMap<number, Duplicate>;
}

/** A text that occurs again later, nearly the same. */
export interface NearDuplicate extends Duplicate {
  /** Similarity of this text and the copy that stays; at least the threshold, at most 1. */
  readonly similarity: number;
}

/**
 * Finds texts that are nearly the same as a later one that stays: three of their first five lines are equal,
 * the shorter has at least 0.7 of the length of the other, and their similarity reaches the threshold. From the newest to the oldest text,
 * each is a duplicate of the most similar text that stays, or stays itself: no duplicate names another one. Texts from `recencyStart` on,
 * and copies of exact duplicates, always stay.
 *
 * @param texts `undefined` takes no part: it is neither a duplicate nor a copy that others name
 * @returns by index, in ascending order
 * @throws {OptionError} when an option is invalid
 */
export function findNearDuplicates(
  texts: readonly (string | undefined)[],
  options: NearDuplicateOptions = {},
): ReadonlyMap<number, NearDuplicate> {
  const { threshold = 0.85, exact = new Map<number, Duplicate>() } = options;
  const { minLength, recencyStart } = readDuplicateOptions(options, texts.length);
  if (!(typeof threshold === 'number' && threshold > 0 && threshold <= 1)) {
    throw invalidOption('threshold', threshold, 'a number above 0, at most 1');
  }
  const named = new Set(Array.from(exact.values(), ({ of }) => of));
  const keptByLine = new Map<string, LineProfile[]>();
  const found: [number, NearDuplicate][] = [];
  for (let index = texts.length - 1; index >= 0; index -= 1) {
    const text = texts[index];
    if (text === undefined || text.length < minLength || exact.has(index)) continue;
    const lines = text.split('\n').flatMap((line) => line.trimEnd() || []);
    const profile = { index, length: text.length, lines };
    const isKept = index >= recencyStart || named.has(index);
    const match = isKept ? undefined : findMostSimilar(profile, keptByLine, threshold);
    if (match !== undefined) found.push([index, { ...match, length: text.length }]);
    else recordKept(profile, keptByLine);
  }
  return new Map(found.toReversed());
}

/** Lines at the start of a text, and how many of them near duplicates share. */
const OPENING_LINES = 5;
const MIN_SHARED_OPENING_LINES = 3;

/** Minimum length of the shorter of two near duplicates, as a share of the longer. */
const MIN_LENGTH_RATIO = 0.7;

/** Maximum number of kept texts that are recorded for a line, and compared with a text, which bounds the time. See the README for what is missed. */
const MAX_TEXTS = 32;

interface LineProfile {
  readonly index: number;
  readonly length: number;
  /** Lines that are not blank, without white space at their end: CRLF and LF are the same, indentation counts. */
  readonly lines: readonly string[];
}

/** Records a text that stays for each of its lines; newer texts come first. */
function recordKept(profile: LineProfile, keptByLine: Map<string, LineProfile[]>): void {
  for (const line of new Set(profile.lines)) {
    const kept = keptByLine.get(line);
    if (kept === undefined) keptByLine.set(line, [profile]);
    else if (kept.length < MAX_TEXTS) kept.push(profile);
  }
}

/** Returns the most similar kept text, the newest of equally similar ones; `undefined` if none reaches the threshold. */
function findMostSimilar(
  profile: LineProfile,
  keptByLine: ReadonlyMap<string, readonly LineProfile[]>,
  threshold: number,
): { readonly of: number; readonly similarity: number } | undefined {
  const shared = new Map<LineProfile, number>();
  for (const line of new Set(profile.lines))
    for (const kept of keptByLine.get(line) ?? []) shared.set(kept, (shared.get(kept) ?? 0) + 1);
  const candidates = [...shared].toSorted(([, one], [, other]) => other - one);
  let best: { readonly of: number; readonly similarity: number } | undefined;
  for (const [kept] of candidates.slice(0, MAX_TEXTS)) {
    if (!mayBeNear(kept, profile)) continue;
    const similarity = measureSimilarity(profile.lines, kept.lines);
    if (similarity < threshold) continue;
    const isNewer = similarity === best?.similarity && kept.index > best.of;
    if (best === undefined || similarity > best.similarity || isNewer)
      best = { of: kept.index, similarity };
  }
  return best;
}

function mayBeNear(one: LineProfile, other: LineProfile): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  if (shorter.length < MIN_LENGTH_RATIO * longer.length) return false;
  const opening = new Set(other.lines.slice(0, OPENING_LINES));
  const shared = new Set(one.lines.slice(0, OPENING_LINES).filter((line) => opening.has(line)));
  return shared.size >= MIN_SHARED_OPENING_LINES;
}

/** Returns the lines in both, divided by the lines in either; a line that occurs n times counts n times. */
function measureSimilarity(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of one) left.set(line, (left.get(line) ?? 0) + 1);
  let shared = 0;
  for (const line of other) {
    const count = left.get(line) ?? 0;
    if (count === 0) continue;
    shared += 1;
    left.set(line, count - 1);
  }
  return shared / (one.length + other.length - shared);
}
