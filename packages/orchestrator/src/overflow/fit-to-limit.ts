import { defined, type IContent } from '@palimpsest/core-types';
import {
  applyPlan,
  countParts,
  createCheckedEstimator,
  createIsProtected,
  findFirstChange,
  fitToTarget,
  repairHistory,
  type EntryPredicate,
} from '@palimpsest/engine/history';
import { ContextOverflowError, type IrreducibleTokens } from '../budget/budget-errors.ts';
import { listOverflowCandidates, type OverflowServices, type OverflowStep } from './candidates.ts';

export interface OverflowRequest extends OverflowServices {
  readonly history: readonly IContent[];
  /** Entries about to be sent. Of these, only tool results are reduced, and none is removed. */
  readonly pending: readonly IContent[];
  /** Maximum tokens of the request. */
  readonly limitTokens: number;
  /** Tokens kept free for the output, in addition to the limit, for the advice of `error`. */
  readonly maxOutputTokens?: number;
  /** Overhead tokens: system prompt and tool definitions. @default 0 each */
  readonly overhead?: { readonly system?: number; readonly tools?: number } | undefined;
  /** Returns whether an entry is protected, in addition to system entries and those with `metadata.pinned`. */
  readonly pinned?: EntryPredicate | undefined;
  /** An earlier error, for the cause of `error`. */
  readonly cause?: unknown;
}

interface Fitted {
  /** The given array if it did not change. */
  readonly history: readonly IContent[];
  readonly pending: readonly IContent[];
  /** Tokens of the whole request. */
  readonly tokensAfter: number;
  readonly steps: readonly OverflowStep[];
}

export type OverflowOutcome =
  | (Fitted & { readonly kind: 'fits' })
  | (Fitted & {
      readonly kind: 'overflow';
      /** The irreducible tokens. */
      readonly floor: IrreducibleTokens;
      /** Ready to throw. */
      readonly error: ContextOverflowError;
    });

/**
 * Forces a request under its limit without a model. Reduces the largest tool results first, pending ones too, removes whole old exchanges, and
 * at last leaves one line of each result. Stops as soon as the request fits. Errors of failed calls stay readable, and calls keep their
 * results.
 *
 * @throws errors of the caller's callbacks, and the reason of an aborted signal
 */
export async function fitToLimit(request: OverflowRequest): Promise<OverflowOutcome> {
  const { history, pending, limitTokens, maxOutputTokens, cause, signal } = request;
  signal?.throwIfAborted();
  const { system = 0, tools = 0 } = request.overhead ?? {};
  const overhead = system + tools;
  const targetTokens = limitTokens - overhead;
  const estimateTokens = createCheckedEstimator(request.estimateTokens);
  // One list, so that tool exchanges across the border stay whole.
  const given = [...history, ...pending];
  const tokensBefore = await estimateTokens(given);
  if (tokensBefore <= targetTokens) {
    return { kind: 'fits', history, pending, steps: [], tokensAfter: tokensBefore + overhead };
  }
  const { history: entries, origins } = repairHistory(given);
  const isRepaired = origins !== undefined;
  const pendingFrom = firstOrEnd(origins ?? given.keys(), entries.length, history.length);
  const tokens = isRepaired ? await estimateTokens(entries) : tokensBefore;
  const steps = new Set<OverflowStep>(isRepaired ? ['repair'] : []);
  const isProtected = createIsProtected(request.pinned);
  const excessTokens = tokens - targetTokens;
  const state = { entries, pendingFrom, excessTokens, isProtected, steps };
  const fit = await fitToTarget({
    history: entries,
    tokens,
    targetTokens,
    estimateTokens,
    candidates: await listOverflowCandidates(state, { ...request, estimateTokens }),
    ...defined({ signal }),
  });
  signal?.throwIfAborted();
  const { history: after, provenance } = applyPlan(entries, fit.plan);
  // Markers between turns belong to the history, not to the pending entries.
  const sources = provenance.map((record) => record.sources[0] ?? -1);
  const border = firstOrEnd(sources, after.length, pendingFrom);
  const fitted: Fitted = {
    history: sameOr(history, after.slice(0, border)),
    pending: sameOr(pending, after.slice(border)),
    steps: [...steps],
    tokensAfter: fit.tokens + overhead,
  };
  if (fit.tokens <= targetTokens) return { kind: 'fits', ...fitted };
  const parts = await countParts(after, ['system', 'pinned', 'tail', 'pending'] as const, {
    estimateTokens,
    partOf(entry, at) {
      if (entry.speaker === 'system') return 'system';
      if (at >= border) return 'pending';
      return isProtected(entry) ? 'pinned' : 'tail';
    },
  });
  signal?.throwIfAborted();
  const floor = { ...parts, system: system + parts.system, tools };
  const details = { tokens: fitted.tokensAfter, limit: limitTokens, floor };
  const error = new ContextOverflowError({ ...details, ...defined({ maxOutputTokens, cause }) });
  return { kind: 'overflow', ...fitted, floor, error };
}

/** Returns the first position whose origin is `from` or later; `end` without one. */
function firstOrEnd(origins: Iterable<number>, end: number, from: number): number {
  const first = [...origins].findIndex((origin) => origin >= from);
  return first < 0 ? end : first;
}

function sameOr(given: readonly IContent[], now: readonly IContent[]): readonly IContent[] {
  return findFirstChange(given, now) === undefined ? given : now;
}
