import type { DroppedCounts, IContent, TokenEstimator } from '@palimpsest/core-types';
import { explainMarkers, type ExplainOptions } from './explain-markers.ts';
import type { EntryPredicate } from '../entries/blank.ts';
import { joinProse, removeLeftoverText } from './leftover-text.ts';
import { assertIndices, previewPlan, type EditPlan } from './plan.ts';
import { keepTurns, withoutMarkersAlone } from '../turns/keep-turns.ts';
import { placeNotice, type NoticeRequest } from '../turns/place-notice.ts';

/** Edited entries by index; `undefined` removes an entry. */
export type EntryEdits = ReadonlyMap<number, IContent | undefined>;

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
  /** Entries that must stay unchanged. @default all: remaining text is not merged into an assistant message before it */
  readonly isProtected?: EntryPredicate;
  /** Options of the marker legend. */
  readonly explain?: ExplainOptions;
  readonly signal?: AbortSignal;
}

export interface FitResult {
  readonly plan: EditPlan;
  /** Token count of the planned history, by one estimate of the whole. */
  readonly tokens: number;
  /**
   * If the target is missed: the same without the marker legend that the plan adds. The next run does not add it to a marker that it finds,
   * so decisions that compare results use this count (law 6).
   */
  readonly tokensWithoutLegend: number;
  readonly dropped: DroppedCounts;
  /** For each stage that ended, computes the result of a run with the candidates up to its end. */
  readonly stages: ReadonlyMap<string, () => Promise<FitResult>>;
}

/**
 * Applies candidates in order until the history fits the target or none are left. Linear: each candidate is counted once. Estimators need
 * not be additive (C8), so each round ends with an estimate of the whole history, and the next one frees twice the remaining excess.
 *
 * Adds the marker legend (`explainMarkers`), unless the target would be missed for its sake alone.
 *
 * @throws {CompressionStrategyError} `EDIT_INDEX_OUT_OF_BOUNDS` when an edit changes an entry that does not exist
 */
export async function fitToTarget(request: FitRequest): Promise<FitResult> {
  const { history, targetTokens, estimateTokens, candidates, notice, signal } = request;
  const { length } = history;
  const changed = new Map<number, IContent | undefined>();
  /** Index of an entry to the indices of all entries it represents. */
  const merges = new Map<number, readonly number[]>();
  const current = (index: number): IContent | undefined =>
    changed.has(index) ? changed.get(index) : history[index];
  const dropped: Record<string, number> = {};
  const stages = new Map<string, () => Promise<FitResult>>();
  const waiting = candidates[Symbol.iterator]();
  let tokens = request.tokens;
  let plan: EditPlan | undefined;
  let freed = 0;
  let needed = tokens - targetTokens;
  let isNoticeDue = false;
  for (let factor = 1; tokens > targetTokens; factor *= 2) {
    let isExhausted = false;
    while (freed < needed) {
      const next = waiting.next();
      if (next.done === true) {
        isExhausted = true;
        break;
      }
      signal?.throwIfAborted();
      const candidate = next.value;
      if ('endOf' in candidate) {
        const state = { changed: new Map(changed), merges: new Map(merges) };
        const counts = { ...dropped };
        stages.set(candidate.endOf, async () => ({
          ...(await finish(request, state)),
          dropped: counts,
          stages: new Map(),
        }));
        continue;
      }
      const changes = await candidate.changes(current);
      assertIndices(history, changes.keys());
      const before: IContent[] = [];
      const after: IContent[] = [];
      for (const [index, entry] of changes) {
        const old = current(index);
        if (old !== undefined) before.push(old);
        if (entry !== undefined) after.push(entry);
      }
      if (before.length === 0) continue;
      let gain = await estimateTokens(before);
      if (after.length > 0) gain -= await estimateTokens(after);
      if (gain <= 0 && candidate.onlyIfSmaller === true) continue;
      freed += gain;
      if (notice !== undefined && !isNoticeDue && after.length < before.length) {
        isNoticeDue = true;
        // The longest possible notice for this history.
        const longest = { dropped: length, newest: length, following: length };
        needed += await estimateTokens([notice.make(longest)]);
      }
      for (const [index, entry] of changes) changed.set(index, entry);
      recordMerge(merges, candidate);
      for (const [kind, more] of Object.entries(candidate.dropped)) {
        dropped[kind] = (dropped[kind] ?? 0) + more;
      }
    }
    if (isExhausted) break;
    plan = planOf(request, { changed, merges }).explained;
    tokens = await estimateTokens(previewPlan(history, plan));
    needed = freed + Math.max(1, (tokens - targetTokens) * factor);
  }
  const end =
    plan !== undefined && tokens <= targetTokens
      ? { plan, tokens, tokensWithoutLegend: tokens }
      : await finish(request, { changed, merges });
  return { ...end, dropped, stages };
}

/** Returns the plan of all edits. If only the marker legend exceeds the target, the plan has none. */
async function finish(
  request: FitRequest,
  state: EditState,
): Promise<Omit<FitResult, 'dropped' | 'stages'>> {
  const { history, targetTokens, estimateTokens } = request;
  const { bare, explained } = planOf(request, state);
  if (state.changed.size === 0) {
    return { plan: explained, tokens: request.tokens, tokensWithoutLegend: request.tokens };
  }
  const tokens = await estimateTokens(previewPlan(history, explained));
  if (tokens <= targetTokens || explained === bare) {
    return { plan: explained, tokens, tokensWithoutLegend: tokens };
  }
  const tokensWithoutLegend = await estimateTokens(previewPlan(history, bare));
  return tokensWithoutLegend <= targetTokens
    ? { plan: bare, tokens: tokensWithoutLegend, tokensWithoutLegend }
    : { plan: explained, tokens, tokensWithoutLegend };
}

/** The edits so far. */
interface EditState {
  readonly changed: EntryEdits;
  /** Index of an entry to the indices of all entries it represents. */
  readonly merges: ReadonlyMap<number, readonly number[]>;
}

/** Records what a merge represents; merged summaries represent what each of them did. */
function recordMerge(
  merges: Map<number, readonly number[]>,
  { merges: merged = [] }: EvictionCandidate,
): void {
  const [first] = merged;
  if (first === undefined) return;
  merges.set(
    first,
    merged.flatMap((index) => merges.get(index) ?? [index]),
  );
}

/** Returns the plan of the edits, without and with the marker legend. */
function planOf(
  { history, notice, explain, isProtected }: FitRequest,
  { changed, merges }: EditState,
): { readonly bare: EditPlan; readonly explained: EditPlan } {
  const removals = new Set<number>();
  const replacements = new Map<number, IContent>();
  for (const [index, entry] of changed) {
    if (entry === undefined) removals.add(index);
    else if (entry !== history[index]) replacements.set(index, entry);
  }
  const decided = { removals, replacements, ...(merges.size === 0 ? {} : { merges }) };
  const joined = joinProse(history, withoutMarkersAlone(history, decided), isProtected);
  const plan = removeLeftoverText(history, joined);
  if (plan.removals.size === 0) return { bare: plan, explained: plan };
  const bare = notice === undefined ? keepTurns(history, plan) : placeNotice(history, plan, notice);
  return { bare, explained: explainMarkers(history, bare, explain) };
}
