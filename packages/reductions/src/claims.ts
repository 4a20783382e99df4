import { isMarker, parseDuplicateMarker } from '@palimpsest/core-types';
import type { Passage } from './passage.ts';

/** References of earlier runs that say the same, and what they may mean. */
export interface ReferenceGroup {
  /** Indices of the references, ascending. */
  readonly references: readonly number[];
  /** Indices of all passages behind the first of them that bear the name they give: of several, nobody can tell which was meant. */
  readonly copies: readonly number[];
}

/** Shorter texts are neither looked for nor named (seed compression-pipeline §2). */
const MIN_LENGTH = 200;

/** Whether a text may be replaced by a reference, or be what one names. */
export function isNameable(text: string): boolean {
  return text.length >= MIN_LENGTH && !isMarker(text) && /\S/.test(text);
}

interface GrowingClaim extends ReferenceGroup {
  readonly references: number[];
  readonly copies: number[];
}

/** Reads the references that stand there already. Anybody can type one: good enough to leave something as it is. */
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

/** An exact duplicate is as long as its copy; the length of a near one says nothing of its copy. */
function claimKey(name: string, isNear: boolean, length: number): string {
  return isNear ? `near ${name}` : `${length} ${name}`;
}
