import { findDuplicates, findNearDuplicates, type Duplicate } from '@palimpsest/dedup';
import { isNameable, parseReferences } from './claims.ts';
import type { Passage } from './passage.ts';

export interface ReferenceOptions {
  /** Replace text that occurs again later, unit for unit. @default true */
  readonly dedup?: boolean;
  /** Replace near duplicates of later text. @default false */
  readonly nearDedup?: boolean;
  /** Minimum share of equal lines of a near duplicate; above 0, at most 1. @default 0.85 */
  readonly nearThreshold?: number;
  /** Index of the first passage that is recent: of equal texts, the first recent one stays. @default none is recent */
  readonly recencyStart?: number;
}

/** A passage that may become a reference. */
export interface Reference extends Duplicate {
  /** Similarity of a near duplicate to its copy, 0 to 1; absent for an exact one. */
  readonly similarity?: number;
}

export interface References {
  /** By index of the passage. */
  readonly duplicates: ReadonlyMap<number, Reference>;
  /** Copies that references name, including references of earlier runs: they stay unchanged, so that every reference leads to its text. */
  readonly kept: ReadonlySet<number>;
}

export function findReferences(
  passages: readonly Passage[],
  {
    dedup = true,
    nearDedup = false,
    nearThreshold = 0.85,
    recencyStart = passages.length,
  }: ReferenceOptions = {},
): References {
  const texts = passages.map(({ text }) => (isNameable(text) ? text : undefined));
  const exact: ReadonlyMap<number, Reference> = dedup
    ? findDuplicates(texts, { recencyStart })
    : new Map();
  const near: typeof exact = nearDedup
    ? findNearDuplicates(texts, { recencyStart, threshold: nearThreshold, exact })
    : new Map();
  const claimed = new Set<number>();
  for (const { copies } of parseReferences(passages))
    for (const index of copies) claimed.add(index);
  /** Returns whether a reference to one copy also names the other. */
  const bearsSameName = (index: number, of: number): boolean =>
    exact.has(index) && passages[index]!.name(false) === passages[of]!.name(false);
  const duplicates = new Map<number, Reference>();
  const kept = new Set(claimed);
  for (const found of [exact, near]) {
    for (const [index, duplicate] of found) {
      if (passages[index]!.skipReason !== undefined) continue;
      if (claimed.has(index) && !bearsSameName(index, duplicate.of)) continue;
      duplicates.set(index, duplicate);
      kept.add(duplicate.of);
    }
  }
  return { duplicates, kept };
}
