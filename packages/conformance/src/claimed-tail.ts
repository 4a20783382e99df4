import type { CompressionResult, IContent } from '@palimpsest/core-types';
import {
  DEFAULT_PRESERVE_THRESHOLD,
  indexExchanges,
  safeCuts,
  findTailStart,
} from '@palimpsest/history';

/**
 * Returns the start of the tail that a result claims, at least the newest whole exchange. A result without a claim gets the default share.
 * Reports a claim that cannot be true.
 */
export function claimedTail(
  before: readonly IContent[],
  { kind, metadata: { bottomPreserved } }: CompressionResult,
): { readonly start: number; readonly inconsistentClaim?: string } {
  const { length } = before;
  const cuts = safeCuts(indexExchanges(before));
  if (kind === 'noop' || bottomPreserved === undefined) {
    return { start: findTailStart(before, cuts, DEFAULT_PRESERVE_THRESHOLD) };
  }
  const newest = cuts.atOrBefore(length - 1);
  const start = length - bottomPreserved;
  if (Number.isInteger(start) && start >= 0 && start <= newest) return { start };
  return {
    start: newest,
    inconsistentClaim: `the result says that ${bottomPreserved} of ${length} entries were left alone, the newest whole exchange takes ${length - newest}`,
  };
}
