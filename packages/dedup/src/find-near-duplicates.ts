import type { Duplicate } from '@palimpsest/core-types';
import { invalidOption, readDuplicateOptions, type DuplicateOptions } from './find-duplicates.ts';
import {
  beginAlike,
  profileLines,
  ROUNDING,
  sharedPart,
  type LineProfile,
  type LineProfiles,
} from './line-profiles.ts';

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
 * @param texts `undefined` is skipped: it is neither a duplicate nor a copy. Use it for a text that must stay and that
 * an earlier reference names.
 * @returns by index, in ascending order
 * @throws {OptionError} when an option is invalid
 */
export function findNearDuplicates(
  texts: readonly (string | undefined)[],
  options: NearDuplicateOptions = {},
): ReadonlyMap<number, NearDuplicate> {
  return searchNearDuplicates(texts, options, {
    entriesWritten: 0,
    entriesRead: 0,
    pairsCompared: 0,
  });
}

/** Work of a search, counted. */
interface SearchWork {
  entriesWritten: number;
  entriesRead: number;
  pairsCompared: number;
}

export function searchNearDuplicates(
  texts: readonly (string | undefined)[],
  options: NearDuplicateOptions,
  work: SearchWork,
): ReadonlyMap<number, NearDuplicate> {
  const { threshold = 0.85, exact = new Map<number, Duplicate>() } = options;
  const { minLength, recencyStart } = readDuplicateOptions(options, texts.length);
  if (!(typeof threshold === 'number' && threshold > 0 && threshold <= 1)) {
    throw invalidOption('threshold', threshold, 'a number above 0, at most 1');
  }
  const named = new Set<number>();
  for (const { of } of exact.values()) named.add(of);
  const eligible = Array.from(texts, (text, index) => {
    return text === undefined || text.length < minLength || exact.has(index) ? undefined : text;
  });

  const kept = createKeptTexts(profileLines(eligible), threshold, work);
  const found: [number, NearDuplicate][] = [];
  for (let index = texts.length - 1; index >= 0; index -= 1) {
    const stays = index >= recencyStart || named.has(index);
    const match = stays ? undefined : kept.findMostSimilar(index);
    if (match === undefined) kept.add(index);
    else {
      const { of, similarity } = match;
      found.push([index, { of, length: texts[index]!.length, similarity }]);
    }
  }
  return new Map(found.toReversed());
}

type Match = Pick<NearDuplicate, 'of' | 'similarity'>;

/** Minimum length of the shorter of two near duplicates, as a share of the longer. */
const LENGTH_RATIO = 0.7;

/** Limits of the work for one text; the README states what is missed beyond them. */
const TEXTS_PER_LINE = 128;
const ENTRIES_PER_TEXT = 2_048;
const COMPARISONS_PER_TEXT = 32;

/**
 * Creates an index of kept texts by their rarest lines. Texts of n lines that share the part t of them share at least one of their
 * n − ⌈t·n⌉ + 1 rarest lines, in one order for all (prefix filter, as in Bayardo et al., "Scaling up all pairs similarity search", 2007).
 * Therefore, a line that thousands of texts share is rarely looked up.
 */
function createKeptTexts(
  { profiles, firstShared }: LineProfiles,
  threshold: number,
  work: SearchWork,
) {
  const keptByLine = new Map<number, number[]>();
  /** Number of shared rare lines by kept text, -1 if another condition excludes it; reset to 0 after each search. */
  const hits = new Int32Array(profiles.length);

  function rarestShared({ lines }: LineProfile): Int32Array {
    const needed = Math.ceil(threshold * lines.length - ROUNDING);
    const rarest = lines.subarray(0, lines.length - needed + 1);
    return rarest.filter((line, at) => line >= firstShared && line !== rarest[at - 1]);
  }

  function findCandidates(profile: LineProfile): readonly number[] {
    const seen: number[] = [];
    let left = ENTRIES_PER_TEXT;
    for (const line of rarestShared(profile)) {
      for (const kept of (keptByLine.get(line) ?? []).slice(0, left)) {
        left -= 1;
        if (hits[kept] === 0) {
          seen.push(kept);
          hits[kept] = isCandidate(profile, profiles[kept]!) ? 1 : -1;
        } else if (hits[kept]! > 0) hits[kept]! += 1;
      }
    }
    work.entriesRead += ENTRIES_PER_TEXT - left;
    const candidates = mostHits(seen, hits);
    for (const kept of seen) hits[kept] = 0;
    return candidates;
  }

  return {
    /** Adds a text; newer ones must be added first. */
    add(index: number): void {
      const profile = profiles[index];
      if (profile === undefined) return;
      for (const line of rarestShared(profile)) {
        const kept = keptByLine.get(line) ?? [];
        if (kept.length === TEXTS_PER_LINE) continue;
        keptByLine.set(line, kept);
        kept.push(index);
        work.entriesWritten += 1;
      }
    },
    /** Returns the most similar text, the newest of equally similar ones; `undefined` if none reaches the threshold. */
    findMostSimilar(index: number): Match | undefined {
      const profile = profiles[index];
      if (profile === undefined) return undefined;
      let best: Match | undefined;
      for (const of of findCandidates(profile)) {
        work.pairsCompared += 1;
        const { lines } = profiles[of]!;
        const similarity = sharedPart(profile.lines, lines, best?.similarity ?? threshold);
        if (similarity === 0 || (similarity === best?.similarity && of < best.of)) continue;
        best = { of, similarity };
      }
      return best;
    },
  };
}

function isCandidate(a: LineProfile, b: LineProfile): boolean {
  const ratio = Math.min(a.length, b.length) / Math.max(a.length, b.length);
  return ratio >= LENGTH_RATIO && beginAlike(a, b);
}

/** Returns the texts that share the most rare lines, at most `COMPARISONS_PER_TEXT`; of equal ones, the first seen. */
function mostHits(seen: readonly number[], hits: Int32Array): readonly number[] {
  const byHits: number[][] = [];
  for (const kept of seen) {
    if (hits[kept]! > 0) (byHits[hits[kept]!] ??= []).push(kept);
  }
  return byHits
    .toReversed()
    .flatMap((kept) => kept ?? [])
    .slice(0, COMPARISONS_PER_TEXT);
}
