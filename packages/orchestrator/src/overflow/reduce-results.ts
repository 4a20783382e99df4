import {
  MARKER_LEGEND,
  type CompressionStrategy,
  type IContent,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { explainMarkers, isExplained, previewPlan, type EditPlan } from '@palimpsest/history';
import { findStrategy, type StrategySource } from '../strategy-source.ts';
import { untilAborted } from '../until-aborted.ts';
import type { OverflowContext } from './overflow-context.ts';
import {
  countBlockTokens,
  listLargeResults,
  replaceBlocks,
  type ResultPayload,
} from './result-payloads.ts';
import type { OverflowStage, StagePlan } from './run-stage.ts';
import { summarizeResults } from './summarize-results.ts';

/** The strategy that selects the lines of a result to keep. */
const REDUCER = 'salience';

/** Minimum tokens of a reduced result; a shorter one would not be useful. */
const MIN_TOKENS = 80;

/** Maximum rounds for estimators that are not additive. */
const MAX_ROUNDS = 4;

/** The marker legend, which a first gap marker adds. */
const LEGEND: IContent = { speaker: 'human', blocks: [{ type: 'text', text: MARKER_LEGEND }] };

/**
 * Reduces the largest results to a common number of tokens, keeping the lines that `salience` selects; to one line each if
 * `salience` is not registered.
 */
export const reduceResults: OverflowStage = async (state, context) => {
  const { budget, estimateTokens, strategies } = context;
  const { entries } = state;
  const strategy = findReducer(strategies);
  if (strategy === undefined) return await summarizeResults(state, context);
  const results = await listLargeResults(entries, context, MIN_TOKENS);
  const sizes = results.map((payload) => payload.tokens);
  const legendTokens = entries.some(isExplained) ? 0 : await estimateTokens([LEGEND]);
  let needed = state.tokens - budget + legendTokens;
  let best: StagePlan | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const level = Math.max(MIN_TOKENS, Math.floor(findCommonLevel(sizes, needed)));
    const largest = results.filter((payload) => payload.tokens > level);
    const plan = await reduceTo(level, largest, { entries, strategy, context });
    if (plan === undefined) break;
    const after = await estimateTokens(previewPlan(entries, plan));
    if (best?.tokens === undefined || after < best.tokens) best = { plan, tokens: after };
    if (after <= budget || level === MIN_TOKENS) break;
    needed += (after - budget) * 2 ** round;
  }
  return best;
};

export type Reducer = CompressionStrategy & Required<Pick<CompressionStrategy, 'reduceResults'>>;

/** Returns the strategy that selects the lines of a result to keep, or `undefined` if none is registered. */
export function findReducer(strategies: StrategySource): Reducer | undefined {
  const strategy = findStrategy(strategies, REDUCER);
  return strategy?.reduceResults === undefined ? undefined : (strategy as Reducer);
}

/** Returns the common level to which the largest sizes must go down to free `needed`; 0 if all of them are too small. */
function findCommonLevel(sizes: readonly number[], needed: number): number {
  let sum = 0;
  for (const [at, size] of sizes.entries()) {
    sum += size;
    const level = (sum - needed) / (at + 1);
    if (level >= (sizes[at + 1] ?? 0)) return Math.max(0, level);
  }
  return 0;
}

interface Reduction {
  readonly entries: readonly IContent[];
  readonly strategy: Reducer;
  readonly context: OverflowContext;
  /** Whether an earlier entry contains the marker legend. @default false */
  readonly hasEarlierLegend?: boolean;
}

/** Returns a plan that reduces results to `level` tokens each on average; `undefined` if none gets smaller. */
export async function reduceTo(
  level: number,
  results: readonly ResultPayload[],
  reduction: Reduction,
): Promise<EditPlan | undefined> {
  const { entries, context, hasEarlierLegend = false } = reduction;
  const { estimateTokens, originals, signal } = context;
  const reduced = new Map<ResultPayload, ToolResponseBlock>();
  for (const [payload, block] of await reduceJointly(results, level * results.length, reduction)) {
    signal?.throwIfAborted();
    if ((await countBlockTokens(estimateTokens, block)) < payload.tokens)
      reduced.set(payload, block);
  }
  if (reduced.size === 0) return undefined;
  const bare = { removals: new Set<number>(), replacements: replaceBlocks(entries, reduced) };
  const plan = hasEarlierLegend ? bare : explainMarkers(entries, bare);
  // With the legend, the block is a new object: look it up in the plan.
  for (const { entry, block, response } of reduced.keys()) {
    originals.set(plan.replacements.get(entry)!.blocks[block] as ToolResponseBlock, response);
  }
  return plan;
}

/**
 * Reduces tool results together by a strategy. Returns only those that changed.
 *
 * @param maxTokens maximum tokens of all results together
 */
async function reduceJointly(
  payloads: readonly ResultPayload[],
  maxTokens: number,
  { entries, strategy, context }: Reduction,
): Promise<Map<ResultPayload, ToolResponseBlock>> {
  const { estimateTokens, originalId, signal } = context;
  const inOrder = payloads.toSorted((a, b) => a.entry - b.entry || a.block - b.block);
  const results = inOrder.map(({ call, response, entry, block }) => ({
    call,
    response,
    originalId: originalId?.(entries[entry]!, block),
  }));
  const reduced = await untilAborted(signal, () =>
    strategy.reduceResults(results, { maxTokens, estimateTokens, signal }),
  );
  const changed = inOrder.flatMap((payload, at) => {
    const block = reduced[at];
    return block === undefined || block === payload.response ? [] : [[payload, block] as const];
  });
  return new Map(changed);
}
