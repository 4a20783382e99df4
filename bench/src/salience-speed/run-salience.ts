import { createStrategy } from '@palimpsest/engine';
import type { IContent, CompressionStrategy } from '@palimpsest/core-types';
import { salience } from '@palimpsest/strategy-salience';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { timed } from '../speed/measure.ts';

export interface SalienceRun {
  /** Time without the estimator. */
  readonly ownMs: number;
  readonly estimatorMs: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly after: readonly IContent[];
}

export interface SalienceRunOptions {
  readonly targetTokens: number;
  /** @default a new one, with empty caches */
  readonly strategy?: CompressionStrategy;
  /** Called with each list of entries that is estimated. */
  readonly watch?: (entries: readonly IContent[]) => void;
}

/** Runs one compression, and measures the estimator separately. */
export async function runSalience(
  history: readonly IContent[],
  { targetTokens, strategy = createStrategy(salience), watch }: SalienceRunOptions,
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

/** Returns a quarter of the tokens: the target of all measurements. */
export function quarterOf(history: readonly IContent[]): number {
  return Math.floor(estimateEntryTokens(history) / 4);
}
