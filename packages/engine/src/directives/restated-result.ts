import type {
  CompressionResult,
  CompressionResultMetadata,
  DroppedCounts,
  IContent,
  ProvenanceRecord,
  TokenEstimator,
} from '@palimpsest/core-types';
import { findFirstChange } from '@palimpsest/history';
import type { Compressions, RestatedResult } from './keep-directives.ts';

interface Figures {
  readonly history: readonly IContent[];
  readonly targetTokens: number;
  readonly estimateTokens: TokenEstimator;
}

/** Returns the reasons that report how many directives did not fit into notes. */
function reasonsOfOmissions(leftOut: readonly number[]): string[] {
  return leftOut
    .filter((count) => count > 0)
    .map((count) => `directives that did not fit into the note: ${count}`);
}

/** Returns the result with its note, if any, and corrected metadata; a no-op if the note costs all that was saved (law 5). */
export async function concludeRestated(
  { result, restated, tokensAfter }: RestatedResult,
  { history, targetTokens, estimateTokens }: Figures,
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
  const common = { ...metadata, tokensBefore, targetTokens };
  if (note !== undefined && tokensAfter >= tokensBefore) return noGain(common, history.length);
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

/** Returns a no-op with the figures and model calls of a discarded result. */
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
            shortfallReason: 'the saving is smaller than the note that restates user directives',
          }
        : {}),
    },
  };
}

type Applied = Extract<CompressionResult, { kind: 'applied' }>;

/** Maximum number of further compressions of an output. */
const MAX_ROUNDS = 4;

export interface NextCompression {
  /** Input of the first compression. */
  readonly history: readonly IContent[];
  readonly targetTokens: number;
  /** Compresses an output as the next compression would. */
  readonly compress: (output: readonly IContent[], tokens: number) => Compressions<CompressionPass>;
}

/** The result of one compression, and whether lost directives had to be restated. */
export interface CompressionPass {
  readonly result: CompressionResult;
  /** Whether directives were lost and had to be restated. */
  readonly isRestated: boolean;
  /** Number of directives that did not fit into the note. */
  readonly leftOut: number;
}

/**
 * Compresses an output again, at most four times, while it misses its target and shrinks. Otherwise the next compression would shrink it: by
 * then the directives note is pinned and needs no reserve (law 6).
 *
 * @returns the last output, described as one compression of the history
 */
export async function* compressUntilTarget(
  first: { readonly result: Applied; readonly leftOut: number },
  { history, targetTokens, compress }: NextCompression,
): Compressions<Applied> {
  let { result } = first;
  const leftOut = [first.leftOut];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { tokensAfter } = result.metadata;
    if (tokensAfter === undefined || tokensAfter <= targetTokens) break;
    const { result: next, ...more } = yield* compress(result.newHistory, tokensAfter);
    if (next.kind === 'noop' || (next.metadata.tokensAfter ?? Infinity) >= tokensAfter) break;
    result = mergeResults(history, result, next, reasonsOfOmissions(leftOut));
    leftOut.push(more.leftOut);
  }
  return result;
}

/** @param omissions reasons of the compressions before the second */
function mergeResults(
  history: readonly IContent[],
  first: Applied,
  second: Applied,
  omissions: readonly string[],
): Applied {
  const { originalMessageCount, tokensBefore, repaired, provenance, llmCallMade } = first.metadata;
  const { shortfallReason: own } = second.metadata;
  const reasons = [...(own === undefined ? [] : [own]), ...omissions];
  const firstChangedIndex = findFirstChange(history, second.newHistory);
  const least = (name: 'topPreserved' | 'bottomPreserved'): number =>
    Math.min(first.metadata[name] ?? 0, second.metadata[name] ?? 0);
  return {
    ...second,
    metadata: {
      ...second.metadata,
      originalMessageCount,
      ...(tokensBefore === undefined ? {} : { tokensBefore }),
      ...(repaired === undefined ? {} : { repaired }),
      llmCallMade: llmCallMade || second.metadata.llmCallMade,
      ...(reasons.length === 0 ? {} : { shortfallReason: reasons.join('; ') }),
      topPreserved: least('topPreserved'),
      bottomPreserved: least('bottomPreserved'),
      ...(firstChangedIndex === undefined ? {} : { firstChangedIndex }),
      dropped: sum(first.metadata.dropped, second.metadata.dropped),
      ...(provenance === undefined || second.metadata.provenance === undefined
        ? {}
        : { provenance: composeProvenance(provenance, second.metadata.provenance) }),
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
