import type { NoopReason, StrategyPlugin } from '@palimpsest/core-types';
import {
  defineSummaryStrategy,
  findPreservedTailStart,
  MIN_COMPRESSIBLE,
  type Split,
  type SummaryInput,
} from '@palimpsest/summarizer/history';

/** Strategy `one-shot`: a model summarizes everything before the tail. */
export const oneShot: StrategyPlugin = defineSummaryStrategy({
  name: 'one-shot',
  description:
    'A model summarizes everything but the newest messages. Instructions of users stay word for word.',
  split: splitNewest,
});

/**
 * Returns the range to summarize, from the first entry that is not protected to the tail start, or a no-op reason. A system prompt at the
 * start stays there.
 */
function splitNewest(input: SummaryInput): Split | NoopReason {
  const { history, cuts, isProtected } = input;
  const free = history.findIndex((entry) => !isProtected(entry));
  const top = cuts.atOrBefore(Math.max(0, free));
  const bottom = findPreservedTailStart(input);
  return bottom - top < MIN_COMPRESSIBLE ? 'too-few-compressible' : { top, bottom };
}
