import {
  formatMarkerLegend,
  type CompressionStrategy,
  type IContent,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { explainMarks, previewPlan, type EditPlan } from '@palimpsest/history';
import { findStrategy } from '../strategy-source.ts';
import {
  hasMarkerLegend,
  legendOptions,
  type OverflowContext,
  type OverflowStage,
  type StagePlan,
} from './overflow-context.ts';
import { countBlockTokens, listPayloads, replaceBlocks, type ResultPayload } from './payloads.ts';
import type { OverflowState } from './overflow-state.ts';
import { summarizeResults, type OriginalResults } from './summarize-results.ts';
import { reduceResultsJointly } from './reduce-jointly.ts';

/** The strategy that selects the lines of a result to keep. */
export const REDUCER = 'salience';

/** Minimum tokens of a reduced result; a shorter one would not be useful. */
const LEAST_TOKENS = 80;

/** The marker legend, which a first gap marker adds. */
const NOTE: IContent = { speaker: 'human', blocks: [{ type: 'text', text: formatMarkerLegend() }] };

/** Maximum rounds for estimators that are not additive. */
const MOST_ROUNDS = 4;

/**
 * Reduces the largest results to a common number of tokens, keeping the lines that `salience` selects; to one line each if
 * `salience` is not registered.
 */
export const reduceResults =
  (originals: OriginalResults): OverflowStage =>
  async (state, tokens, context) => {
    const strategy = findStrategy(context.strategies, REDUCER);
    if (strategy === undefined) return await summarizeResults(originals)(state, tokens, context);
    return await reduceToLevel(state, tokens, context, { strategy, originals });
  };

/** Returns the results above a number of tokens, largest first. */
export async function listLargeResults(
  state: OverflowState,
  context: OverflowContext,
  tokens: number,
): Promise<ResultPayload[]> {
  const payloads = await listPayloads(state, context);
  return payloads.filter(
    (payload): payload is ResultPayload => payload.kind === 'result' && payload.tokens > tokens,
  );
}

async function reduceToLevel(
  state: OverflowState,
  tokens: number,
  context: OverflowContext,
  {
    strategy,
    originals,
  }: { readonly strategy: CompressionStrategy; readonly originals: OriginalResults },
): Promise<StagePlan | undefined> {
  const { room, estimateTokens } = context;
  const results = await listLargeResults(state, context, LEAST_TOKENS);
  const sizes = results.map((payload) => payload.tokens);
  const reducing = { strategy, context, originals };
  const isExplained = state.entries.some(hasMarkerLegend);
  let needed = tokens - room + (isExplained ? 0 : await estimateTokens([NOTE]));
  let best: StagePlan | undefined;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const level = Math.max(LEAST_TOKENS, Math.floor(findCommonLevel(sizes, needed)));
    const largest = results.filter((payload) => payload.tokens > level);
    const plan = await reduceTo(level, largest, state, reducing);
    if (plan === undefined) break;
    const after = await estimateTokens(previewPlan(state.entries, plan));
    if (best?.tokens === undefined || after < best.tokens) best = { plan, tokens: after };
    if (after <= room || level === LEAST_TOKENS) break;
    needed += (after - room) * 2 ** round;
  }
  return best;
}

interface Reducing {
  readonly strategy: CompressionStrategy;
  readonly context: OverflowContext;
  /** Receives the original of each reduced result. */
  readonly originals: OriginalResults;
  /** Whether an earlier entry contains the marker legend. @default false */
  readonly isExplained?: boolean;
}

/** Returns a plan that reduces results to `level` tokens each on average; `undefined` if none gets smaller. */
export async function reduceTo(
  level: number,
  results: readonly ResultPayload[],
  state: OverflowState,
  { strategy, context, originals, isExplained = false }: Reducing,
): Promise<EditPlan | undefined> {
  const { estimateTokens, signal } = context;
  const reduction = { strategy, context, entries: state.entries };
  const left = await reduceResultsJointly(results, level * results.length, reduction);
  const reduced = new Map<ResultPayload, ToolResponseBlock>();
  for (const [payload, block] of left) {
    signal?.throwIfAborted();
    if ((await countBlockTokens(estimateTokens, block)) >= payload.tokens) continue;
    reduced.set(payload, block);
  }
  if (reduced.size === 0) return undefined;
  const decided = { removals: new Set<number>(), replacements: replaceBlocks(state, reduced) };
  const plan = isExplained
    ? decided
    : explainMarks(state.entries, decided, legendOptions(state, context));
  // With the legend, the block is a new object: look it up in the plan.
  for (const { entry, block, response } of reduced.keys()) {
    originals.set(plan.replacements.get(entry)!.blocks[block] as ToolResponseBlock, response);
  }
  return plan;
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
