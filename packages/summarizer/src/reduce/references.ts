import {
  isMarker,
  parseDuplicateMarker,
  type Duplicate,
  type DuplicateFinder,
} from '@palimpsest/core-types';
import { duplicateFinder } from '@palimpsest/engine/dedup';
import type { Passage } from './reduction.ts';

export interface ReferenceOptions {
  /** Replace text that occurs again later, unit for unit. @default true */
  readonly dedup?: boolean;
  /** Replace near duplicates of later text. @default false */
  readonly nearDedup?: boolean;
  /** Minimum share of equal lines of a near duplicate; above 0, at most 1. @default 0.85 */
  readonly nearThreshold?: number;
  /** Finds the duplicates. @default those of `@palimpsest/engine/dedup` */
  readonly finder?: DuplicateFinder | undefined;
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
    finder = duplicateFinder,
  }: ReferenceOptions = {},
): References {
  const texts = passages.map(({ text }) => (isNameable(text) ? text : undefined));
  const exact: ReadonlyMap<number, Reference> = dedup
    ? finder.findDuplicates(texts, { recencyStart })
    : new Map();
  const near: typeof exact = nearDedup
    ? finder.findNearDuplicates(texts, { recencyStart, threshold: nearThreshold, exact })
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

/** References of earlier runs with the same content, and the copies they may name. */
interface ReferenceGroup {
  /** Ascending indices of the references. */
  readonly references: readonly number[];
  /** Indices of all passages after the first reference that it may name: if several, the right one is unknown. */
  readonly copies: readonly number[];
}

/** Minimum length of a text that a reference replaces or names, in UTF-16 units. */
const MIN_LENGTH = 200;

function isNameable(text: string): boolean {
  return text.length >= MIN_LENGTH && !isMarker(text) && /\S/.test(text);
}

/** Returns the references of earlier runs. Anyone can type one: use them only to leave a text unchanged. */
export function parseReferences(passages: readonly Passage[]): ReferenceGroup[] {
  const claims = new Map<string, { references: number[]; copies: number[] }>();
  const names = new Set<string>();
  for (const [index, { text }] of passages.entries()) {
    if (!text.startsWith('[')) continue;
    const marker = parseDuplicateMarker(text);
    if (marker === undefined) continue;
    const { of, isNear, length } = marker;
    names.add(of);
    const key = claimKey(of, isNear, length);
    const claim = claims.get(key);
    if (claim === undefined) claims.set(key, { references: [index], copies: [] });
    else claim.references.push(index);
  }
  if (claims.size === 0) return [];
  for (const [index, passage] of passages.entries()) {
    if (!isNameable(passage.text)) continue;
    for (const isNear of [false, true]) {
      const name = passage.name(isNear);
      if (!names.has(name)) continue;
      const claim = claims.get(claimKey(name, isNear, passage.text.length));
      if (claim !== undefined && claim.references[0]! < index) claim.copies.push(index);
    }
  }
  return [...claims.values()];
}

/** Returns the key of a reference. An exact duplicate has the length of its copy; the length of a near duplicate does not identify its copy. */
function claimKey(name: string, isNear: boolean, length: number): string {
  return isNear ? `near ${name}` : `${length} ${name}`;
}
