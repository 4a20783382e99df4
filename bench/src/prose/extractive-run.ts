import { createStrategy } from '@palimpsest/engine';
import type { IContent, SettingValues } from '@palimpsest/core-types';
import { extractive } from '@palimpsest/strategy-extractive';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { timed } from '../speed/measure.ts';

export interface ExtractiveRun {
  /** Time without the estimator. */
  readonly ownMs: number;
  readonly estimatorMs: number;
  readonly targetTokens: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Whether a text was truncated because references and summaries were not enough. */
  readonly hasCut: boolean;
}

/**
 * Runs a new strategy once, with empty caches.
 *
 * @param share target as a share of the history's tokens; at 0, as small as possible
 */
export async function runExtractive(
  history: readonly IContent[],
  share: number,
  settings: SettingValues = {},
): Promise<ExtractiveRun> {
  const tokensBefore = estimateEntryTokens(history);
  const targetTokens = Math.max(1, Math.floor(tokensBefore * share));
  const estimator = timed<IContent>(estimateEntryTokens);
  const strategy = createStrategy(extractive, { settings: () => settings });
  const start = performance.now();
  const result = await strategy.compress({
    history,
    estimateTokens: estimator.estimate,
    targetTokens,
    currentTokenCount: tokensBefore,
    runtimeContext: { ephemerals: {} },
  });
  const estimatorMs = estimator.takeMilliseconds();
  const ownMs = performance.now() - start - estimatorMs;
  const after = result.kind === 'applied' ? result.newHistory : history;
  const { truncatedTexts = 0, toolResults = 0 } = result.metadata.dropped ?? {};
  return {
    ownMs,
    estimatorMs,
    targetTokens,
    tokensBefore,
    tokensAfter: estimateEntryTokens(after),
    hasCut: truncatedTexts + toolResults > 0,
  };
}
