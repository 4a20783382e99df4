import type { IContent } from '@palimpsest/core-types';
import { findTailStart, findTailWithin, type SafeCuts } from '@palimpsest/history';
import type { RetentionClass } from './retention-class.ts';

/**
 * Maximum shares of the target for the newest exchanges (issue 28): the small one if what stays before them, mostly user text, exceeds the
 * target alone.
 */
const TAIL_SHARE = 0.3;
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

/** Returns the index of the first entry of the tail. */
export async function findTail(options: FindTailOptions): Promise<number> {
  const { history, cuts, tokens, targetTokens, countEntry, preserve, classify } = options;
  if (preserve !== undefined) return findTailStart(history, cuts, preserve);
  const within = (share: number): Promise<number> =>
    findTailWithin({ history, cuts, countEntry, room: share * targetTokens });
  const latest = await within(SMALL_TAIL_SHARE);
  let kept = 0;
  for (const [at, standing] of classify(latest).entries()) {
    if (at < latest && standing !== 'ordinary') kept += tokens[at]!;
  }
  return kept > targetTokens ? latest : await within(TAIL_SHARE);
}
