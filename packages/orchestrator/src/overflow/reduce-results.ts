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

/** Who knows which lines of a result are needed most. */
export const REDUCER = 'salience';

/** Below so many tokens nothing worth reading is left of a result. */
const LEAST_TOKENS = 80;

/** What the explanation of marks adds, where it is not there yet. */
const NOTE: IContent = { speaker: 'human', blocks: [{ type: 'text', text: formatMarkerLegend() }] };

/** An estimator that does not add up over entries is asked for less so often. */
const MOST_ROUNDS = 4;

/**
 * The largest results are brought down to the lines that will be needed most, by `salience`, as far as if each went down to one common
 * level; where nobody registered it, to one line each.
 */
export const reduceResults =
  (originals: OriginalResults): OverflowStage =>
  async (draft, tokens, ladder) => {
    const strategy = findStrategy(ladder.strategies, REDUCER);
    if (strategy === undefined) return await summarizeResults(originals)(draft, tokens, ladder);
    return await reduceToLevel(draft, tokens, ladder, { strategy, originals });
  };

/** Results of more than so many tokens, largest first. */
export async function listLargeResults(
  draft: OverflowState,
  ladder: OverflowContext,
  tokens: number,
): Promise<ResultPayload[]> {
  const payloads = await listPayloads(draft, ladder);
  return payloads.filter(
    (payload): payload is ResultPayload => payload.kind === 'result' && payload.tokens > tokens,
  );
}

async function reduceToLevel(
  draft: OverflowState,
  tokens: number,
  ladder: OverflowContext,
  {
    strategy,
    originals,
  }: { readonly strategy: CompressionStrategy; readonly originals: OriginalResults },
): Promise<StagePlan | undefined> {
  const { room, estimateTokens } = ladder;
  const results = await listLargeResults(draft, ladder, LEAST_TOKENS);
  const sizes = results.map((payload) => payload.tokens);
  const reducing = { strategy, ladder, originals };
  const isExplained = draft.entries.some(hasMarkerLegend);
  let needed = tokens - room + (isExplained ? 0 : await estimateTokens([NOTE]));
  let best: StagePlan | undefined;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const level = Math.max(LEAST_TOKENS, Math.floor(findCommonLevel(sizes, needed)));
    const largest = results.filter((payload) => payload.tokens > level);
    const plan = await reduceTo(level, largest, draft, reducing);
    if (plan === undefined) break;
    const after = await estimateTokens(previewPlan(draft.entries, plan));
    if (best?.tokens === undefined || after < best.tokens) best = { plan, tokens: after };
    if (after <= room || level === LEAST_TOKENS) break;
    needed += (after - room) * 2 ** round;
  }
  return best;
}

interface Reducing {
  readonly strategy: CompressionStrategy;
  readonly ladder: OverflowContext;
  /** Learns what the reduced results were. */
  readonly originals: OriginalResults;
  /** Whether what stands before the draft explains marks already. @default false */
  readonly isExplained?: boolean;
}

/** A plan that leaves results the lines that are needed most, `level` tokens each on the whole; `undefined` where none gets smaller. */
export async function reduceTo(
  level: number,
  results: readonly ResultPayload[],
  draft: OverflowState,
  { strategy, ladder, originals, isExplained = false }: Reducing,
): Promise<EditPlan | undefined> {
  const { estimateTokens, signal } = ladder;
  const reduction = { strategy, ladder, entries: draft.entries };
  const left = await reduceResultsJointly(results, level * results.length, reduction);
  const reduced = new Map<ResultPayload, ToolResponseBlock>();
  for (const [payload, block] of left) {
    signal?.throwIfAborted();
    if ((await countBlockTokens(estimateTokens, block)) >= payload.tokens) continue;
    reduced.set(payload, block);
  }
  if (reduced.size === 0) return undefined;
  const decided = { removals: new Set<number>(), replacements: replaceBlocks(draft, reduced) };
  const plan = isExplained
    ? decided
    : explainMarks(draft.entries, decided, legendOptions(draft, ladder));
  // The explanation makes another block of the result it stands in.
  for (const { entry, block, response } of reduced.keys()) {
    originals.set(plan.replacements.get(entry)!.blocks[block] as ToolResponseBlock, response);
  }
  return plan;
}

/** How far down the largest of some sizes have to go, all to the same level, to free so much; 0 where not even all of them are enough. */
function findCommonLevel(sizes: readonly number[], needed: number): number {
  let sum = 0;
  for (const [at, size] of sizes.entries()) {
    sum += size;
    const level = (sum - needed) / (at + 1);
    if (level >= (sizes[at + 1] ?? 0)) return Math.max(0, level);
  }
  return 0;
}
