import { beginAlike, type LineProfile, type LineProfiles } from './line-profiles.ts';
import { ROUNDING, sharedPart } from './line-similarity.ts';

/** Work of a search, counted. */
export interface SearchWork {
  /** Index entries that were written. */
  indexed: number;
  /** Index entries that were read. */
  looked: number;
  /** Pairs of texts compared line by line. */
  compared: number;
}

interface Match {
  readonly of: number;
  readonly similarity: number;
}

/** Texts that stay, searchable for the one most similar to another. Newer ones must be added first. */
export interface KeptTexts {
  add(index: number): void;
  /** Returns the most similar text, the newest of equally similar ones; `undefined` if none reaches the threshold. */
  findMostSimilar(index: number): Match | undefined;
}

/** Minimum length of the shorter of two near duplicates, as a share of the longer. */
const LENGTH_RATIO = 0.7;

/** Limits of the work for one text; the README states what is missed beyond them. */
const TEXTS_PER_LINE = 128;
const ENTRIES_PER_TEXT = 2_048;
const COMPARISONS_PER_TEXT = 32;

/**
 * Creates an index of kept texts by their rarest lines. Texts of n lines that share the part t of them share at least one of their
 * n − ⌈t·n⌉ + 1 rarest lines, in one order for all (prefix filter, as in Bayardo et al., "Scaling up all pairs similarity search", 2007).
 * Therefore, a header that thousands share is not even looked up.
 */
export function createKeptTexts(
  { profiles, firstShared }: LineProfiles,
  threshold: number,
  work: SearchWork,
): KeptTexts {
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
    work.looked += ENTRIES_PER_TEXT - left;
    const candidates = mostHits(seen, hits);
    for (const kept of seen) hits[kept] = 0;
    return candidates;
  }

  return {
    add(index) {
      const profile = profiles[index];
      if (profile === undefined) return;
      for (const line of rarestShared(profile)) {
        const kept = keptByLine.get(line) ?? [];
        if (kept.length === TEXTS_PER_LINE) continue;
        keptByLine.set(line, kept);
        kept.push(index);
        work.indexed += 1;
      }
    },
    findMostSimilar(index) {
      const profile = profiles[index];
      if (profile === undefined) return undefined;
      let best: Match | undefined;
      for (const of of findCandidates(profile)) {
        work.compared += 1;
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
