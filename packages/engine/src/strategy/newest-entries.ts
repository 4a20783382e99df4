import { DEFAULT_PRESERVE_THRESHOLD, findAnswer, findTailStart } from '../history/index.ts';
import { findTailWithin } from '../history/structure/tail.ts';
import type { TailInput } from './define-strategy.ts';

/** Returns the start of the newest 20 %, or of the share that the host set. */
export function startOfShare({ history, cuts, context }: TailInput<unknown, unknown>): number {
  const { preserveThreshold } = context.runtimeContext.ephemerals;
  return findTailStart(history, cuts, preserveThreshold?.() ?? DEFAULT_PRESERVE_THRESHOLD);
}

/** Maximum share of the target for the newest entries. */
const NEWEST_SHARE = 0.3;

/** Returns `start`, or a later start of the newest whole exchanges if the tail would take more than 30 % of the target. */
export function startWithin(
  { history, cuts, targetTokens, estimateTokens }: TailInput<unknown, unknown>,
  start: number,
): Promise<number> {
  return findTailWithin({
    history,
    cuts,
    earliest: start,
    budget: NEWEST_SHARE * targetTokens,
    countEntry: (entry) => estimateTokens([entry]),
  });
}

/** Returns the index of the text that the newest request answers, -1 if there is none or if it takes more than 30 % of the target. */
export async function answerWithin({
  history,
  targetTokens,
  estimateTokens,
}: TailInput<unknown, unknown>): Promise<number> {
  const answer = findAnswer(history);
  if (answer < 0) return -1;
  return (await estimateTokens([history[answer]!])) <= NEWEST_SHARE * targetTokens ? answer : -1;
}
