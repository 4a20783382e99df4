import type {
  YieldToEventLoop,
  DroppedCounts,
  IContent,
  TokenEstimator,
} from '@palimpsest/core-types';
import { withNotice, type NoticeRequest } from './notice.ts';
import { assertIndices, isEmpty, previewPlan, type EditPlan, type EntryEdits } from './plan.ts';

/** A proposed edit that frees tokens. */
export interface EvictionCandidate {
  /** Returns the edits, given the current entries; `undefined` for a removed one. */
  changes(current: (index: number) => IContent | undefined): EntryEdits | Promise<EntryEdits>;
  readonly dropped: DroppedCounts;
  /** Ascending indices of the entries that the first of them represents after the edit. */
  readonly merges?: readonly number[];
  /** Skip this edit unless it lowers the token count. @default false */
  readonly onlyIfSmaller?: boolean;
}

export interface FitRequest {
  readonly history: readonly IContent[];
  /** Token count of `history`, by `estimateTokens`. */
  readonly tokens: number;
  readonly targetTokens: number;
  readonly estimateTokens: TokenEstimator;
  /** Tried in order until the target is met. `endOf` ends a stage: see `FitResult.stages`. */
  readonly candidates: Iterable<EvictionCandidate | { readonly endOf: string }>;
  /** Inserts a dropped notice if entries are removed. */
  readonly notice?: NoticeRequest;
  readonly signal?: AbortSignal;
  /** Awaited after each candidate. @default none */
  readonly yieldToEventLoop?: YieldToEventLoop;
}

/** A plan with the tokens of the planned history, and what it removes. */
interface CountedPlan {
  readonly plan: EditPlan;
  /** By one estimate of the whole. */
  readonly tokens: number;
  readonly dropped: DroppedCounts;
}

export interface FitResult extends CountedPlan {
  /** For each stage that ended, computes the result of a run with the candidates up to its end. */
  readonly stages: ReadonlyMap<string, () => Promise<CountedPlan>>;
}

/**
 * Applies candidates in order until the history fits the target or none are left. Linear: each candidate is counted once. Estimators need
 * not be additive, so each round ends with an estimate of the whole history, and the next one frees twice the remaining excess.
 *
 * @throws {CompressionStrategyError} `EDIT_INDEX_OUT_OF_BOUNDS` when an edit changes an entry that does not exist
 */
export async function fitToTarget(request: FitRequest): Promise<FitResult> {
  const { history, targetTokens, estimateTokens, candidates, notice, signal, yieldToEventLoop } =
    request;
  const changed = new Map<number, IContent | undefined>();
  /** Index of an entry to the indices of all entries it represents. */
  const merges = new Map<number, readonly number[]>();
  const dropped: Record<string, number> = {};
  const stages = new Map<string, () => Promise<CountedPlan>>();
  const current = (index: number): IContent | undefined =>
    changed.has(index) ? changed.get(index) : history[index];
  /** Applies a candidate. Returns the tokens that it frees. */
  const apply = async (candidate: EvictionCandidate): Promise<number> => {
    const changes = await candidate.changes(current);
    assertIndices(history, changes.keys());
    const before = [...changes.keys()].flatMap((index) => current(index) ?? []);
    if (before.length === 0) return 0;
    const after = [...changes.values()].flatMap((entry) => entry ?? []);
    const left = after.length === 0 ? 0 : await estimateTokens(after);
    const gain = (await estimateTokens(before)) - left;
    if (gain <= 0 && candidate.onlyIfSmaller === true) return 0;
    for (const [index, entry] of changes) changed.set(index, entry);
    const [first] = candidate.merges ?? [];
    // Merged summaries represent what each of them did.
    if (first !== undefined)
      merges.set(
        first,
        candidate.merges!.flatMap((index) => merges.get(index) ?? [index]),
      );
    for (const [kind, more] of Object.entries(candidate.dropped)) {
      dropped[kind] = (dropped[kind] ?? 0) + more;
    }
    return gain;
  };
  const currentPlan = (): EditPlan => {
    const edits = new Map([...changed].filter(([index, entry]) => entry !== history[index]));
    const made = { edits, ...(merges.size > 0 && { merges: new Map(merges) }) };
    return notice === undefined ? made : withNotice(history, made, notice);
  };
  const count = async (plan: EditPlan): Promise<number> =>
    isEmpty(plan) ? request.tokens : await estimateTokens(previewPlan(history, plan));
  let plan = currentPlan();
  let { tokens } = request;
  let freed = 0;
  let needed = tokens - targetTokens;
  const waiting = candidates[Symbol.iterator]();
  for (let factor = 1; tokens > targetTokens; factor *= 2) {
    let isExhausted = false;
    while (freed < needed && !isExhausted) {
      signal?.throwIfAborted();
      await yieldToEventLoop?.();
      const { value: candidate, done } = waiting.next();
      if (done === true) isExhausted = true;
      else if ('endOf' in candidate) {
        const stage = { plan: currentPlan(), dropped: { ...dropped } };
        stages.set(candidate.endOf, async () => ({ ...stage, tokens: await count(stage.plan) }));
      } else freed += await apply(candidate);
    }
    plan = currentPlan();
    tokens = await count(plan);
    if (isExhausted) break;
    needed = freed + Math.max(1, (tokens - targetTokens) * factor);
  }
  return { plan, tokens, dropped, stages };
}
