import type { IContent } from '@palimpsest/core-types';
import type { DirectiveForce } from '@palimpsest/directives';
import { demandsOf } from './demand.ts';
import { standingIn } from './standing-words.ts';

/** A demand that no longer stands, with every message that made it. */
export interface LostDemand {
  readonly row: string;
  /** Indices in the history before, ascending. */
  readonly sources: readonly number[];
}

/**
 * What people demanded in one history and what does not stand in the other, in the order it was said last, each once. Entries of the first
 * that are still there are not read: what they say stands.
 */
export function lostDemands(
  before: readonly IContent[],
  after: readonly IContent[],
  forces: ReadonlySet<DirectiveForce>,
): LostDemand[] {
  const surviving = new Set(after);
  const stands = standingIn(after);
  const sources = new Map<string, number[]>();
  const standing = new Set<string>();
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const entry = before[at]!;
    if (entry.speaker !== 'human' || surviving.has(entry)) continue;
    for (const demand of demandsOf(entry).toReversed()) {
      if (!forces.has(demand.force) || standing.has(demand.row)) continue;
      const known = sources.get(demand.row);
      if (known !== undefined) {
        if (known.at(-1) !== at) known.push(at);
      } else if (stands(demand)) standing.add(demand.row);
      else sources.set(demand.row, [at]);
    }
  }
  return Array.from(sources, ([row, from]) => ({ row, sources: from.toReversed() })).toReversed();
}
