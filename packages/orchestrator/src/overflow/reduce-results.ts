import type {
  CompressionLogger,
  CompressionStrategy,
  ContentBlock,
  IContent,
  TokenEstimator,
  ToolCallBlock,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import { indexExchanges, type EntryPredicate } from '@palimpsest/engine/history';
import { findStrategy, type StrategySource } from '../strategy-source.ts';
import { untilAborted } from '../until-aborted.ts';

/** The strategy that selects the lines of a result to keep. */
const REDUCER = 'salience';

export type Reducer = CompressionStrategy & Required<Pick<CompressionStrategy, 'reduceResults'>>;

/** Returns the strategy that selects the lines of a result to keep, or `undefined` if none is registered. */
export function findReducer(strategies: StrategySource): Reducer | undefined {
  const strategy = findStrategy(strategies, REDUCER);
  return strategy?.reduceResults === undefined ? undefined : (strategy as Reducer);
}

/** A tool result with its call and its place. */
export interface SizedResult {
  readonly entry: number;
  readonly block: number;
  /** Tokens of the result alone. */
  readonly tokens: number;
  readonly call: ToolCallBlock;
  readonly response: ToolResponseBlock;
}

/** Returns the results of entries that may change, largest first; of equal size, oldest first. */
export async function listResults(
  entries: readonly IContent[],
  isProtected: EntryPredicate,
  estimateTokens: TokenEstimator,
): Promise<SizedResult[]> {
  const found: SizedResult[] = [];
  for (const { entry, block, response, call } of indexExchanges(entries).responses) {
    if (isProtected(entries[entry]!)) continue;
    const tokens = await countBlockTokens(estimateTokens, response);
    found.push({ entry, block, tokens, call: call.call, response });
  }
  return found.toSorted((a, b) => b.tokens - a.tokens || a.entry - b.entry || a.block - b.block);
}

/** Counts a block as a separate entry, without its neighbours and without a provider's copy of it. */
export async function countBlockTokens(
  estimateTokens: TokenEstimator,
  block: ContentBlock,
): Promise<number> {
  return await estimateTokens([{ speaker: 'tool', blocks: [block] }]);
}

interface Reduction {
  readonly strategy: Reducer;
  readonly estimateTokens: TokenEstimator;
  readonly originalId?: ((entry: IContent, block: number) => string | undefined) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly logger?: CompressionLogger | undefined;
}

/**
 * Reduces results to `level` tokens each on average, to the lines that the strategy selects. Returns the changed entries, by index. If the
 * strategy fails, none is changed.
 *
 * @throws the first error of `estimateTokens`, even if the strategy wraps or swallows it; the reason of an aborted signal
 */
export async function reduceTo(
  level: number,
  results: readonly SizedResult[],
  entries: readonly IContent[],
  { strategy, estimateTokens, originalId, signal, logger }: Reduction,
): Promise<ReadonlyMap<number, IContent>> {
  const inOrder = results.toSorted((a, b) => a.entry - b.entry || a.block - b.block);
  const given = inOrder.map(({ call, response, entry, block }) => ({
    call,
    response,
    originalId: originalId?.(entries[entry]!, block),
  }));
  const errors: unknown[] = [];
  const limits = {
    maxTokens: level * results.length,
    signal,
    async estimateTokens(contents: readonly IContent[]) {
      try {
        return await estimateTokens(contents);
      } catch (error) {
        errors.push(error);
        throw error;
      }
    },
  };
  let reduced: readonly (ToolResponseBlock | undefined)[] = [];
  try {
    reduced = await untilAborted(signal, () => strategy.reduceResults(given, limits));
  } catch (error) {
    signal?.throwIfAborted();
    logger?.debug('Results could not be reduced to selected lines.', error);
  }
  if (errors.length > 0) throw errors[0];
  const changed = new Map<number, IContent>();
  for (const [at, { entry, block, response, tokens }] of inOrder.entries()) {
    const now = reduced[at];
    if (now === undefined || now === response || now.callId !== response.callId) continue;
    if ((await countBlockTokens(estimateTokens, now)) >= tokens) continue;
    const { blocks, ...others } = changed.get(entry) ?? entries[entry]!;
    changed.set(entry, { ...others, blocks: blocks.with(block, now) });
  }
  return changed;
}
