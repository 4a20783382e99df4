import type { NoopReason } from '@palimpsest/core-types';
import { createIsProtected } from '@palimpsest/history';
import {
  MIN_COMPRESSIBLE,
  findPreservedTailStart,
  type Split,
  type SplitContext,
} from '@palimpsest/snapshot';

/**
 * Returns the range to summarize, from the first entry that is not protected to the tail start, or a no-op reason. A system prompt at the
 * start stays there.
 */
export function splitNewest(ground: SplitContext): Split | NoopReason {
  const { index, cuts, context } = ground;
  const isProtected = createIsProtected(context.pinned);
  const free = index.history.findIndex((entry) => !isProtected(entry));
  const top = cuts.atOrBefore(Math.max(0, free));
  const bottom = findPreservedTailStart(ground);
  return bottom - top < MIN_COMPRESSIBLE ? 'too-few-compressible' : { top, bottom };
}
