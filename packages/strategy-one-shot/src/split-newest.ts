import type { NoopReason } from '@palimpsest/core-types';
import { protection } from '@palimpsest/history';
import { MIN_COMPRESSIBLE, newestPart, type Split, type SplitGround } from '@palimpsest/snapshot';

/** Everything but the newest share is summarized; a system prompt at the beginning stays there. */
export function splitNewest(ground: SplitGround): Split | NoopReason {
  const { index, cuts, context } = ground;
  const isProtected = protection(context.pinned);
  const free = index.history.findIndex((entry) => !isProtected(entry));
  const top = cuts.atOrBefore(Math.max(0, free));
  const bottom = newestPart(ground);
  return bottom - top < MIN_COMPRESSIBLE ? 'too-few-compressible' : { top, bottom };
}
