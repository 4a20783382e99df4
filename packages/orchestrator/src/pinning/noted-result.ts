import type {
  CompressionResult,
  CompressionResultMetadata,
  IContent,
  TokenEstimator,
} from '@palimpsest/core-types';
import { findFirstChange } from '@palimpsest/history';
import type { NotedResult } from './compress-and-note.ts';

interface Figures {
  readonly history: readonly IContent[];
  readonly targetTokens: number;
  readonly estimateTokens: TokenEstimator;
}

/** How the reason begins that says how many demands are in no note. */
export const LEFT_OUT = 'a note of it had no room for';

/** The result with its note, where it has one, and all it says of itself right again; a no-op where the note would eat up what was gained (law 5). */
export async function concludeNoted(
  { result, noted, tokensAfter }: NotedResult,
  { history, targetTokens, estimateTokens }: Figures,
): Promise<CompressionResult> {
  const { note, leftOut = 0 } = noted ?? {};
  const {
    tokensBefore = await estimateTokens(history),
    topPreserved,
    shortfallTokens: _tokens,
    shortfallReason,
    firstChangedIndex: _index,
    provenance: given,
    ...metadata
  } = result.metadata;
  const provenance = noted === undefined ? given : noted.provenance;
  const common = { ...metadata, tokensBefore, targetTokens };
  if (note !== undefined && tokensAfter >= tokensBefore) return noGain(common, history.length);
  const newHistory = noted === undefined ? result.newHistory : [...noted.history];
  const firstChangedIndex = findFirstChange(history, newHistory);
  const untouched = Math.min(topPreserved ?? 0, firstChangedIndex ?? Infinity);
  const shortfall = Math.max(0, tokensAfter - targetTokens);
  const reasons = [
    ...(shortfall > 0 && shortfallReason !== undefined ? [shortfallReason] : []),
    ...(shortfall > 0 && note !== undefined ? ['what people demanded stays, in a note'] : []),
    ...(leftOut > 0 ? [`${LEFT_OUT} ${leftOut} of their demands`] : []),
  ];
  return {
    kind: 'applied',
    newHistory,
    metadata: {
      ...common,
      compressedMessageCount: newHistory.length,
      tokensAfter,
      ...(shortfall > 0 ? { shortfallTokens: shortfall } : {}),
      ...(reasons.length > 0 ? { shortfallReason: reasons.join('; ') } : {}),
      ...(firstChangedIndex === undefined ? {} : { firstChangedIndex }),
      ...(untouched > 0 ? { topPreserved: untouched } : {}),
      ...(provenance === undefined ? {} : { provenance }),
    },
  };
}

/** What is said of a result that was thrown away: figures, and what a model was asked on the way. */
function noGain(
  {
    tokensBefore,
    targetTokens,
    ...metadata
  }: CompressionResultMetadata & {
    readonly tokensBefore: number;
    readonly targetTokens: number;
  },
  length: number,
): CompressionResult {
  const { strategyUsed, llmCallMade, originalMessageCount, usage, llmCalls, repaired } = metadata;
  const shortfallTokens = Math.max(0, tokensBefore - targetTokens);
  return {
    kind: 'noop',
    reason: 'no-gain',
    metadata: {
      originalMessageCount,
      compressedMessageCount: length,
      strategyUsed,
      llmCallMade,
      ...(llmCalls === undefined ? {} : { llmCalls }),
      ...(usage === undefined ? {} : { usage }),
      ...(repaired === undefined ? {} : { repaired }),
      tokensBefore,
      tokensAfter: tokensBefore,
      targetTokens,
      ...(shortfallTokens > 0
        ? {
            shortfallTokens,
            shortfallReason:
              'what would have been gained is less than a note of what people demanded takes',
          }
        : {}),
    },
  };
}
