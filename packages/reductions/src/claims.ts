import { isMarker, parseDuplicateMarker } from '@palimpsest/core-types';
import type { Passage } from './passage.ts';

/** References of earlier runs with the same content, and the copies they may name. */
export interface ReferenceGroup {
  /** Ascending indices of the references. */
  readonly references: readonly number[];
  /** Indices of all passages after the first reference that it may name: if several, the right one is unknown. */
  readonly copies: readonly number[];
}

/** Minimum length of a text that a reference replaces or names, in UTF-16 units (seed compression-pipeline §2). */
const MIN_LENGTH = 200;

/** Returns whether a reference may replace or name a text. */
export function isNameable(text: string): boolean {
  return text.length >= MIN_LENGTH && !isMarker(text) && /\S/.test(text);
}

interface GrowingClaim extends ReferenceGroup {
  readonly references: number[];
  readonly copies: number[];
}

/** Returns the references of earlier runs. Anyone can type one: use them only to leave a text unchanged. */
export function parseReferences(passages: readonly Passage[]): ReferenceGroup[] {
  const claims = new Map<string, GrowingClaim>();
  const names = new Set<string>();
  for (const [index, { text }] of passages.entries()) {
    if (!text.startsWith('[')) continue;
    const mark = parseDuplicateMarker(text);
    if (mark === undefined) continue;
    const { of, isNear, length } = mark;
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
