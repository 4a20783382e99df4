import {
  formatMarkerLegend,
  type CompressionContext,
  type IContent,
  type TokenEstimator,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import {
  explainMarks,
  previewPlan,
  createIsProtected,
  safeCuts,
  findTailStart,
  createTokenCountCache,
  type ExchangeIndex,
  type SafeCuts,
} from '@palimpsest/history';
import type { SalienceWeights } from '@palimpsest/salience';
import { budgetOf } from './budget.ts';
import type { SelectionInput } from './selection-input.ts';
import { selectWithinBudget, type SelectionResult } from './select-within-budget.ts';
import { withoutMarkers } from './marker-texts.ts';
import { parseHistory } from './parse-history.ts';
import type { ParseCache } from './parse-cache.ts';
import { classifyEntries } from './retention-class.ts';

/** Maximum share of the budget for the newest exchanges. */
const TAIL_SHARE = 0.12;

export interface Dependencies {
  readonly taxonomy: ToolTaxonomy;
  readonly memory: ParseCache;
  readonly weights: SalienceWeights;
}

/** The selection for a history, and the resulting plan. */
export interface SalienceDecision extends SelectionResult {
  /** Index of the first entry of the tail. */
  readonly boundary: number;
}

export interface DecisionRequest {
  readonly index: ExchangeIndex;
  readonly context: CompressionContext;
  readonly tokensBefore: number;
  readonly targetTokens: number;
}

const SAMPLE = 'Please review the retry policy of the worker pool before Friday. ';

const say = (text: string): IContent => ({ speaker: 'human', blocks: [{ type: 'text', text }] });

/** Returns the tokens per character of prose, measured by the growth of an entry. */
async function proseRateOf(estimateTokens: TokenEstimator): Promise<number> {
  const once = await estimateTokens([say(SAMPLE)]);
  const threefold = await estimateTokens([say(SAMPLE.repeat(3))]);
  return Math.max(0, threefold - once) / (2 * SAMPLE.length);
}

/** Decides what to keep of a history over its target. Returns `undefined` if the tail covers the whole history. */
export async function decideSalience(
  { index, context, tokensBefore, targetTokens }: DecisionRequest,
  { taxonomy, memory, weights }: Dependencies,
): Promise<SalienceDecision | undefined> {
  const { history } = index;
  const { estimateTokens, pinned, originalId, signal } = context;
  const ledger = createTokenCountCache(estimateTokens);
  const tokens: number[] = [];
  // Without markers: the next run may find one before the tail in its first entry, and must find the same tail (law 6).
  const contentTokens: number[] = [];
  let sum = 0;
  for (const entry of history) {
    const count = ledger.count(entry);
    const known = typeof count === 'number' ? count : await count;
    tokens.push(known);
    const content = withoutMarkers(entry);
    contentTokens.push(content === entry ? known : await ledger.count(content));
    sum += known;
  }
  const cuts = safeCuts(index);
  const preserve = context.runtimeContext.ephemerals.preserveThreshold?.();
  const boundary =
    preserve === undefined
      ? tailStart(history.length, cuts, {
          room: TAIL_SHARE * targetTokens,
          tokensOf: (at) => contentTokens[at]!,
        })
      : findTailStart(history, cuts, preserve);
  if (boundary === 0) return undefined;

  const parts = parseHistory(index, { taxonomy, memory });
  signal?.throwIfAborted();
  const ground: SelectionInput = {
    history,
    parts,
    standings: classifyEntries(history, { boundary, isProtected: createIsProtected(pinned) }),
    tokens,
    proseRate: await proseRateOf(estimateTokens),
    memory,
    weights,
    countEntry: (entry) => ledger.count(entry),
    originalId,
    // The next run has fewer entries, so a share of them would move the tail (law 6).
    folds: preserve === undefined,
  };
  const canRecall = originalId !== undefined;
  const note: IContent = {
    speaker: 'human',
    blocks: [{ type: 'text', text: formatMarkerLegend({ canRecall }) }],
  };
  /** The added tokens, not the tokens alone: an estimator may charge a constant per history. */
  const tokensOfNote = (await estimateTokens([history[0]!, note])) - tokens[0]!;
  // Estimators need not be additive; what the whole costs beyond its entries is constant.
  const besideEntries = tokensBefore - sum + tokensOfNote;
  const budget = budgetOf(ground, targetTokens - besideEntries);
  const kept = await selectWithinBudget({
    ground,
    budget,
    signal,
    explain: (plan) => explainMarks(history, plan, { canRecall }),
    tokensWith: async (plan) => await estimateTokens(previewPlan(history, plan)),
    targetTokens,
    besideEntries,
  });
  return { ...kept, boundary };
}

/** Returns the index of the first entry of the tail: the newest whole exchanges up to `room` tokens, but always the newest one. */
function tailStart(
  length: number,
  cuts: SafeCuts,
  { room, tokensOf }: { readonly room: number; readonly tokensOf: (index: number) => number },
): number {
  let start = cuts.atOrBefore(length - 1);
  let tokens = 0;
  for (let index = length - 1; index >= start; index -= 1) tokens += tokensOf(index);
  while (start > 0) {
    const before = cuts.atOrBefore(start - 1);
    for (let index = start - 1; index >= before; index -= 1) tokens += tokensOf(index);
    if (tokens > room) break;
    start = before;
  }
  return start;
}
