import type {
  CompressionResult,
  DroppedCounts,
  IContent,
  ProvenanceRecord,
} from '@palimpsest/core-types';
import { findFirstChange } from '@palimpsest/history';
import { LEFT_OUT } from './noted-result.ts';

type Applied = Extract<CompressionResult, { kind: 'applied' }>;

/** Compressions of an output at most. */
const MOST_ROUNDS = 4;

export interface NextCompression {
  /** What the first output was made of. */
  readonly history: readonly IContent[];
  readonly targetTokens: number;
  /** Compresses an output as the next compression would. */
  readonly compress: (output: readonly IContent[], tokens: number) => Promise<CompressionResult>;
}

/**
 * Compresses an output again, at most four times, while it misses its target and becomes smaller. Otherwise the next compression would: it finds
 * the note of demands pinned and needs no room for it (law 6).
 *
 * @returns the last output, described as if one compression had made it of the history
 */
export async function compressAgain(
  first: Applied,
  { history, targetTokens, compress }: NextCompression,
): Promise<Applied> {
  let result = first;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { tokensAfter } = result.metadata;
    if (tokensAfter === undefined || tokensAfter <= targetTokens) break;
    const next = await compress(result.newHistory, tokensAfter);
    if (next.kind === 'noop' || (next.metadata.tokensAfter ?? Infinity) >= tokensAfter) break;
    result = asOne(history, result, next);
  }
  return result;
}

function asOne(history: readonly IContent[], first: Applied, second: Applied): Applied {
  const { originalMessageCount, tokensBefore, repaired, provenance, llmCallMade } = first.metadata;
  const shortfallReason = reasonOf(first, second);
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
      ...(shortfallReason === undefined ? {} : { shortfallReason }),
      topPreserved: least('topPreserved'),
      bottomPreserved: least('bottomPreserved'),
      ...(firstChangedIndex === undefined ? {} : { firstChangedIndex }),
      dropped: sum(first.metadata.dropped, second.metadata.dropped),
      ...(provenance === undefined || second.metadata.provenance === undefined
        ? {}
        : { provenance: inSuccession(provenance, second.metadata.provenance) }),
    },
  };
}

/** Says of the second output what is so, with the demands that no note of the first had room for. */
function reasonOf(first: Applied, second: Applied): string | undefined {
  const reasons = second.metadata.shortfallReason?.split('; ') ?? [];
  const leftOut = first.metadata.shortfallReason
    ?.split('; ')
    .filter((reason) => reason.startsWith(LEFT_OUT));
  const all = [...reasons, ...(leftOut ?? [])];
  return all.length === 0 ? undefined : all.join('; ');
}

/** What entries of the second output stand for in the input of the first. */
function inSuccession(
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
