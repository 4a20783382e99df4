import {
  isMarker,
  soleText,
  type CompressionStrategy,
  type DensityConfig,
  type IContent,
} from '@palimpsest/core-types';
import { applyDensityResult, type ExchangeIndex } from '@palimpsest/history';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import type { Finding, Findings } from './inspection.ts';

/** Finds what could go without loss. The strategy plans it, and nothing is carried out. */
export function findWaste(
  history: readonly IContent[],
  { responses }: ExchangeIndex,
  strategy: CompressionStrategy,
  workspaceRoot: string,
): Findings {
  const plan = (only: Partial<DensityConfig>): ReturnType<typeof planned> =>
    planned(history, strategy, { ...NOTHING, workspaceRoot, ...only });
  const stale = plan({ readWritePruning: true });
  const repeated = plan({ fileDedupe: true });
  return {
    staleReads: { count: stale.counts?.readWritePairsPruned ?? 0, tokens: stale.tokens },
    repeatedInclusions: {
      count: repeated.counts?.fileDeduplicationsPruned ?? 0,
      tokens: repeated.tokens,
    },
    duplicateResults: findDuplicates(responses),
  };
}

const NOTHING = {
  readWritePruning: false,
  fileDedupe: false,
  recencyPruning: false,
  recencyRetention: 1,
} as const;

function planned(
  history: readonly IContent[],
  strategy: CompressionStrategy,
  config: DensityConfig,
): {
  readonly counts?: ReturnType<NonNullable<CompressionStrategy['optimize']>>['metadata'];
  readonly tokens: number;
} {
  const result = strategy.optimize?.(history, config);
  if (result === undefined) return { tokens: 0 };
  const after = applyDensityResult(history, result);
  return {
    counts: result.metadata,
    tokens: Math.max(0, estimateEntryTokens(history) - estimateEntryTokens(after)),
  };
}

function findDuplicates(responses: ExchangeIndex['responses']): Finding {
  const seen = new Set<string>();
  let count = 0;
  let tokens = 0;
  for (const { response } of responses) {
    const text = resultText(response.result);
    // What was left out of two results says nothing about what they said.
    if (text === undefined || isMarker(soleText(response.result) ?? '')) continue;
    if (seen.has(text)) {
      count += 1;
      tokens += estimateEntryTokens([{ speaker: 'tool', blocks: [response] }]);
    } else seen.add(text);
  }
  return { count, tokens };
}

/** What a result says, `undefined` where it says nothing, or is nested too deeply to be told. */
function resultText(result: unknown): string | undefined {
  if (typeof result === 'string') return result.trim() === '' ? undefined : result;
  try {
    return JSON.stringify(result);
  } catch {
    return undefined;
  }
}
