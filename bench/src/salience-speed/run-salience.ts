import type { IContent } from '@palimpsest/core-types';
import { SalienceStrategy } from '@palimpsest/strategy-salience';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { timed } from '../speed/measure.ts';

export interface SalienceRun {
  /** The estimator apart. */
  readonly ownMs: number;
  readonly estimatorMs: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly after: readonly IContent[];
}

export interface SalienceRunOptions {
  readonly targetTokens: number;
  /** @default one that remembers nothing */
  readonly strategy?: SalienceStrategy;
  /** Called with every list of entries that is estimated. */
  readonly watch?: (entries: readonly IContent[]) => void;
}

/** One compression, with the time of the estimator told apart. */
export async function runSalience(
  history: readonly IContent[],
  { targetTokens, strategy = new SalienceStrategy(), watch }: SalienceRunOptions,
): Promise<SalienceRun> {
  const tokensBefore = estimateEntryTokens(history);
  const estimator = timed<IContent>((entries) => {
    watch?.(entries);
    return estimateEntryTokens(entries);
  });
  const start = performance.now();
  const result = await strategy.compress({
    history,
    estimateTokens: estimator.estimate,
    targetTokens,
    currentTokenCount: tokensBefore,
    runtimeContext: { ephemerals: {} },
  });
  const allMs = performance.now() - start;
  const estimatorMs = estimator.takeMilliseconds();
  const after = result.kind === 'applied' ? result.newHistory : history;
  return {
    ownMs: allMs - estimatorMs,
    estimatorMs,
    tokensBefore,
    tokensAfter: estimateEntryTokens(after),
    after,
  };
}

/** A quarter of the tokens: what the figures are about. */
export function quarterOf(history: readonly IContent[]): number {
  return Math.floor(estimateEntryTokens(history) / 4);
}
