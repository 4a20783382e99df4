import {
  defined,
  type CompressionContext,
  type CompressionResult,
  type DroppedCounts,
  type IContent,
  type ProvenanceRecord,
} from '@palimpsest/core-types';
import { findFirstChange } from '@palimpsest/history';
import { withoutGain } from '../build-result.ts';
import type { RestatedResult } from './keep-directives.ts';

/** Returns the reasons that report how many directives did not fit into notes. */
export function reasonsOfOmissions(leftOut: readonly number[]): string[] {
  return leftOut
    .filter((count) => count > 0)
    .map((count) => `directives that did not fit into the note: ${count}`);
}

/** Returns the result with its note, if any, and corrected metadata; a no-op if the note costs all that was saved (law 5). */
export async function concludeRestated(
  { result, restated, tokensAfter }: RestatedResult,
  {
    history,
    targetTokens,
    estimateTokens,
  }: Pick<CompressionContext, 'history' | 'estimateTokens'> & { readonly targetTokens: number },
): Promise<CompressionResult> {
  const { note, leftOut = 0 } = restated ?? {};
  const {
    tokensBefore = await estimateTokens(history),
    topPreserved,
    shortfallTokens: _tokens,
    shortfallReason,
    firstChangedIndex: _index,
    provenance: given,
    ...metadata
  } = result.metadata;
  const provenance = restated === undefined ? given : restated.provenance;
  if (note !== undefined && tokensAfter >= tokensBefore) {
    return withoutGain(result, {
      tokens: tokensBefore,
      entries: history.length,
      targetTokens,
      shortfallReason: 'the saving is smaller than the note that restates user directives',
    });
  }
  const newHistory = restated === undefined ? result.newHistory : [...restated.history];
  const firstChangedIndex = findFirstChange(history, newHistory);
  const untouched = Math.min(topPreserved ?? 0, firstChangedIndex ?? Infinity);
  const shortfall = Math.max(0, tokensAfter - targetTokens);
  const reasons = [
    ...(shortfall > 0 && shortfallReason !== undefined ? [shortfallReason] : []),
    ...(shortfall > 0 && note !== undefined ? ['a note restates user directives'] : []),
    ...reasonsOfOmissions([leftOut]),
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
        provenance,
      }),
    },
  };
}

type Applied = Extract<CompressionResult, { kind: 'applied' }>;

/**
 * Describes two compressions, one after the other, as one compression of the history.
 *
 * @param omissions reasons of the compressions before the second
 */
export function mergeResults(
  history: readonly IContent[],
  first: Applied,
  second: Applied,
  omissions: readonly string[],
): Applied {
  const { originalMessageCount, tokensBefore, repaired, provenance, llmCallMade } = first.metadata;
  const { shortfallReason, provenance: provenanceInFirst } = second.metadata;
  const reasons = [...(shortfallReason === undefined ? [] : [shortfallReason]), ...omissions];
  const least = (name: 'topPreserved' | 'bottomPreserved'): number =>
    Math.min(first.metadata[name] ?? 0, second.metadata[name] ?? 0);
  return {
    ...second,
    metadata: {
      ...second.metadata,
      originalMessageCount,
      ...defined({ tokensBefore, repaired }),
      llmCallMade: llmCallMade || second.metadata.llmCallMade,
      topPreserved: least('topPreserved'),
      bottomPreserved: least('bottomPreserved'),
      dropped: sum(first.metadata.dropped, second.metadata.dropped),
      ...defined({
        shortfallReason: reasons.join('; ') || undefined,
        firstChangedIndex: findFirstChange(history, second.newHistory),
        provenance:
          provenance && provenanceInFirst && composeProvenance(provenance, provenanceInFirst),
      }),
    },
  };
}

/** Returns the provenance of the second output, with indices in the input of the first. */
function composeProvenance(
  first: readonly ProvenanceRecord[],
  second: readonly ProvenanceRecord[],
): readonly ProvenanceRecord[] {
  return second.map(({ sources, reason }): ProvenanceRecord => {
    const records = sources.map((at) => first[at]!);
    const origins = new Set(records.flatMap((record) => record.sources));
    return {
      sources: [...origins].toSorted((left, right) => left - right),
      reason: reason === 'kept' ? (records[0]?.reason ?? reason) : reason,
    };
  });
}

function sum(first: DroppedCounts = {}, second: DroppedCounts = {}): DroppedCounts {
  const counts: { -readonly [Kind in keyof DroppedCounts]: number } = { ...first };
  for (const [kind, count] of Object.entries(second) as [keyof DroppedCounts, number][]) {
    counts[kind] = (counts[kind] ?? 0) + count;
  }
  return counts;
}
