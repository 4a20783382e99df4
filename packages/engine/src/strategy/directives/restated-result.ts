import { defined, type CompressionContext, type CompressionResult } from '@palimpsest/core-types';
import { findFirstChange } from '../../history/index.ts';
import { withoutGain } from '../build-result.ts';
import type { RestatedResult } from './keep-directives.ts';

/** Returns the result with its note, if any, and corrected metadata; a no-op if the note costs all that was saved (law 5). */
export async function concludeRestated(
  { result, restated, tokensAfter }: RestatedResult,
  {
    history,
    targetTokens,
    estimateTokens,
  }: Pick<CompressionContext, 'history' | 'estimateTokens'> & { readonly targetTokens: number },
): Promise<CompressionResult> {
  const { note, leftOut } = restated;
  const {
    tokensBefore = await estimateTokens(history),
    topPreserved,
    shortfallTokens: _tokens,
    shortfallReason,
    firstChangedIndex: _index,
    provenance: _provenance,
    ...metadata
  } = result.metadata;
  if (note !== undefined && tokensAfter >= tokensBefore) {
    return withoutGain(result, {
      tokens: tokensBefore,
      entries: history.length,
      targetTokens,
      shortfallReason: 'the saving is smaller than the note that restates user directives',
    });
  }
  const newHistory = [...restated.history];
  const firstChangedIndex = findFirstChange(history, newHistory);
  const untouched = Math.min(topPreserved ?? 0, firstChangedIndex ?? Infinity);
  const shortfall = Math.max(0, tokensAfter - targetTokens);
  const reasons = [
    ...(shortfall > 0 && shortfallReason !== undefined ? [shortfallReason] : []),
    ...(shortfall > 0 && note !== undefined ? ['a note restates user directives'] : []),
    ...(leftOut > 0 ? [`directives that did not fit into the note: ${leftOut}`] : []),
  ];
  return {
    kind: 'applied',
    newHistory,
    metadata: {
      ...metadata,
      tokensBefore,
      targetTokens,
      compressedMessageCount: newHistory.length,
      tokensAfter,
      ...defined({
        shortfallTokens: shortfall || undefined,
        shortfallReason: reasons.join('; ') || undefined,
        firstChangedIndex,
        topPreserved: untouched || undefined,
        provenance: restated.provenance,
      }),
    },
  };
}
