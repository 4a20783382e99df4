import {
  isMarker,
  soleText,
  type CompressionStrategy,
  type DensityConfig,
  type IContent,
} from '@palimpsest/core-types';
import { applyDensityResult, type ExchangeIndex } from '@palimpsest/history';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import type { Finding, Inspection } from './inspection.ts';

/** Finds what could be removed without loss. The strategy plans it; nothing is changed. */
export function findRedundancy(
  history: readonly IContent[],
  { responses }: ExchangeIndex,
  strategy: CompressionStrategy,
  workspaceRoot: string,
): Inspection['findings'] {
  const plan = (
    enabled: Partial<DensityConfig>,
    counter: 'readWritePairsPruned' | 'fileDeduplicationsPruned',
  ): Finding => {
    const result = strategy.optimize?.(history, { ...DISABLED, workspaceRoot, ...enabled });
    if (result === undefined) return { count: 0, tokens: 0 };
    const after = applyDensityResult(history, result);
    const tokens = Math.max(0, estimateEntryTokens(history) - estimateEntryTokens(after));
    return { count: result.metadata[counter], tokens };
  };
  return {
    staleReads: plan({ readWritePruning: true }, 'readWritePairsPruned'),
    repeatedInclusions: plan({ fileDedupe: true }, 'fileDeduplicationsPruned'),
    duplicateResults: findDuplicates(responses),
  };
}

const DISABLED = {
  readWritePruning: false,
  fileDedupe: false,
  recencyPruning: false,
  recencyRetention: 1,
} as const;

function findDuplicates(responses: ExchangeIndex['responses']): Finding {
  const seen = new Set<string>();
  let count = 0;
  let tokens = 0;
  for (const { response } of responses) {
    const text = writeResult(response.result);
    // Equal markers do not mean equal results.
    if (text === undefined || isMarker(soleText(response.result) ?? '')) continue;
    if (seen.has(text)) {
      count += 1;
      tokens += estimateEntryTokens([{ speaker: 'tool', blocks: [response] }]);
    } else seen.add(text);
  }
  return { count, tokens };
}

/** Returns the text of a result; `undefined` if it is blank, or too deep for `JSON.stringify`. */
function writeResult(result: unknown): string | undefined {
  if (typeof result === 'string') return result.trim() === '' ? undefined : result;
  try {
    return JSON.stringify(result);
  } catch {
    return undefined;
  }
}
