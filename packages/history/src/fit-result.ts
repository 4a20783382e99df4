import type { DroppedCounts, IContent, TokenEstimator } from '@palimpsest/core-types';
import { explainMarks, type ExplainOptions } from './explain-marks.ts';
import { joinProse } from './join-prose.ts';
import { keepTurns, withoutMarksAlone } from './keep-turns.ts';
import { placeNotice, type NoticeRequest } from './place-notice.ts';
import { previewPlan, type EditPlan } from './plan.ts';

/** The entries something would become: `undefined` for those that go. */
export type EntryEdits = ReadonlyMap<number, IContent | undefined>;

/** Something that can be given up to make room. */
export interface EvictionCandidate {
  /** What becomes of the entries it concerns, given what they are by now. Entries that are gone already are `undefined`. */
  changes(current: (index: number) => IContent | undefined): EntryEdits | Promise<EntryEdits>;
  readonly dropped: DroppedCounts;
  /** Entries that the first of them stands for afterwards, ascending: a summary of several. */
  readonly merges?: readonly number[];
  /** Not made where it would not free any tokens. @default false: what goes, goes */
  readonly onlyIfSmaller?: boolean;
}

export interface FitRequest {
  readonly history: readonly IContent[];
  /** Tokens of `history`, by `estimateTokens`. */
  readonly tokens: number;
  readonly targetTokens: number;
  readonly estimateTokens: TokenEstimator;
  /** What may go, in the order it goes. */
  readonly candidates: Iterable<EvictionCandidate>;
  /** Says, where entries are gone, how many. */
  readonly notice?: NoticeRequest;
  /** How marks are explained. */
  readonly explain?: ExplainOptions;
  readonly signal?: AbortSignal;
}

export interface FitResult {
  readonly plan: EditPlan;
  /** Tokens of the planned history, by one estimate over all of it. */
  readonly tokens: number;
  readonly dropped: DroppedCounts;
}

/**
 * Gives up one sacrifice after another until the history fits, or nothing is left to give. Each sacrifice is counted once, so the work
 * is linear; the sum is confirmed by an estimate of the whole, because an estimator need not add up over entries (C8). Where it does
 * not, what is still missing is asked for twice over at each round.
 */
export async function fitToTarget(request: FitRequest): Promise<FitResult> {
  const { history, targetTokens, estimateTokens, candidates, notice, signal } = request;
  const changed = new Map<number, IContent | undefined>();
  const merges = new Map<number, readonly number[]>();
  const current = (index: number): IContent | undefined =>
    changed.has(index) ? changed.get(index) : history[index];
  const dropped: Record<string, number> = {};
  const waiting = candidates[Symbol.iterator]();
  let tokens = request.tokens;
  let plan = planOf(request, { changed, merges });
  let freed = 0;
  let needed = tokens - targetTokens;
  let isNoticeDue = false;
  for (let factor = 1; tokens > targetTokens; factor *= 2) {
    let isExhausted = false;
    while (freed < needed && !isExhausted) {
      const next = waiting.next();
      if (next.done === true) {
        isExhausted = true;
        break;
      }
      signal?.throwIfAborted();
      const sacrifice = next.value;
      const changes = await sacrifice.changes(current);
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
      if (gain <= 0 && sacrifice.onlyIfSmaller === true) continue;
      freed += gain;
      if (notice !== undefined && !isNoticeDue && after.length < before.length) {
        isNoticeDue = true;
        needed += await estimateTokens([createLongestNotice(history, notice)]);
      }
      for (const [index, entry] of changes) changed.set(index, entry);
      recordMerge(merges, sacrifice);
      for (const [kind, count] of Object.entries(sacrifice.dropped)) {
        dropped[kind] = (dropped[kind] ?? 0) + count;
      }
    }
    if (changed.size === 0) break;
    plan = planOf(request, { changed, merges });
    tokens = await estimateTokens(previewPlan(history, plan));
    if (isExhausted) break;
    needed = freed + Math.max(1, (tokens - targetTokens) * factor);
  }
  return { plan, tokens, dropped };
}

/** What was decided so far. */
interface EditState {
  readonly changed: EntryEdits;
  /** Entry to all those it stands for. */
  readonly merges: ReadonlyMap<number, readonly number[]>;
}

/** What a summary of summaries stands for is what all of them stood for. */
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

function planOf(
  { history, notice, explain }: FitRequest,
  { changed, merges }: EditState,
): EditPlan {
  const removals = new Set<number>();
  const replacements = new Map<number, IContent>();
  for (const [index, entry] of changed) {
    if (entry === undefined) removals.add(index);
    else if (entry !== history[index]) replacements.set(index, entry);
  }
  const decided = { removals, replacements, ...(merges.size === 0 ? {} : { merges }) };
  const plan = joinProse(history, withoutMarksAlone(history, decided));
  if (plan.removals.size === 0) return plan;
  const settled =
    notice === undefined ? keepTurns(history, plan) : placeNotice(history, plan, notice);
  return explainMarks(history, settled, explain);
}

/** A notice as long as one of this history can be. */
function createLongestNotice({ length }: readonly IContent[], { make }: NoticeRequest): IContent {
  return make({ dropped: length, newest: length, following: length });
}
