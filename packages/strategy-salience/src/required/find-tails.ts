import type { IContent } from '@palimpsest/core-types';
import { findTailStart, findTailWithin, type SafeCuts } from '@palimpsest/history';
import type { RetentionClass } from './retention-class.ts';

/** Maximum shares of the target for the newest exchanges (issue 28). */
const TAIL_SHARE = 0.25;
const SMALL_TAIL_SHARE = 0.12;

export interface FindTailOptions {
  readonly history: readonly IContent[];
  readonly cuts: SafeCuts;
  /** Tokens of each entry. */
  readonly tokens: readonly number[];
  readonly targetTokens: number;
  readonly countEntry: (entry: IContent) => Promise<number> | number;
  /** Share of the newest entries that the host preserves. */
  readonly preserve: number | undefined;
  /** Returns the class of each entry before a tail. */
  readonly classify: (boundary: number) => readonly RetentionClass[];
}

/** Where the tail may start. */
interface TailStarts {
  /** Start of the larger tail, for a target that can be met without reducing user text, or calls to their minimum. */
  readonly earliest: number;
  /** Start of the smaller tail, for any other target. */
  readonly latest: number;
}

/** Returns the starts of the larger and the smaller tail; the same if what stays before the smaller one leaves no room. */
export async function findTails(options: FindTailOptions): Promise<TailStarts> {
  const { history, cuts, tokens, targetTokens, countEntry, preserve, classify } = options;
  if (preserve !== undefined) {
    const start = findTailStart(history, cuts, preserve);
    return { earliest: start, latest: start };
  }
  const within = (share: number): Promise<number> =>
    findTailWithin({ history, cuts, countEntry, budget: share * targetTokens });
  const latest = await within(SMALL_TAIL_SHARE);
  let kept = 0;
  for (const [at, retention] of classify(latest).entries()) {
    if (at < latest && retention !== 'ordinary') kept += tokens[at]!;
  }
  const hasBudget = kept <= (1 - TAIL_SHARE) * targetTokens;
  return { earliest: hasBudget ? await within(TAIL_SHARE) : latest, latest };
}
