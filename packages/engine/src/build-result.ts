import type {
  CompressionResult,
  CompressionResultMetadata,
  DroppedCounts,
  IContent,
  NoopReason,
  ProvenanceRecord,
  UsageStats,
} from '@palimpsest/core-types';
import {
  findFirstChange,
  planProvenance,
  previewPlan,
  type EditPlan,
  type RepairedHistory,
} from '@palimpsest/history';

/** A plan and its token counts. */
export interface ResultInput {
  readonly strategy: string;
  /** The input history. */
  readonly original: readonly IContent[];
  readonly repaired: Omit<RepairedHistory, 'index'>;
  readonly plan: EditPlan;
  /** The reason of a no-op if the plan is empty. */
  readonly noopReason: NoopReason;
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  readonly targetTokens?: number;
  /** Why the target was missed, if it was. */
  readonly shortfallReason?: string;
  readonly dropped?: DroppedCounts;
  /** Unchanged newest entries of the repaired history. */
  readonly tail?: number;
  /** One record per model call. */
  readonly llmCalls?: readonly { readonly usage?: UsageStats }[];
  /** @default whether there are records of model calls */
  readonly llmCallMade?: boolean;
}

/**
 * Builds the result of a compression. Returns a no-op if the plan is empty or grows the history (law 5). Adds the shortfall and, for each
 * output entry, its provenance (law 8).
 */
export function buildResult(decision: ResultInput): CompressionResult {
  const { strategy, original, repaired, plan, tokensBefore, tokensAfter, targetTokens } = decision;
  const { llmCalls = [], llmCallMade = llmCalls.length > 0 } = decision;
  const usage = sumUsage(llmCalls);
  const isEmpty =
    plan.removals.size === 0 && plan.replacements.size === 0 && (plan.insertions?.size ?? 0) === 0;
  const hasNoGain =
    tokensBefore !== undefined && tokensAfter !== undefined && tokensAfter > tokensBefore;
  const reached = isEmpty || hasNoGain ? tokensBefore : tokensAfter;
  // The host's own count, smaller than the estimate, may be below the target.
  const isMet = isEmpty && decision.noopReason === 'already-under-target';
  const shortfall =
    isMet || reached === undefined || targetTokens === undefined
      ? 0
      : Math.max(0, reached - targetTokens);
  const common: CompressionResultMetadata = {
    originalMessageCount: original.length,
    compressedMessageCount: original.length,
    strategyUsed: strategy,
    llmCallMade,
    ...(llmCalls.length === 0 ? {} : { llmCalls }),
    ...(usage === undefined ? {} : { usage }),
    ...(tokensBefore === undefined ? {} : { tokensBefore }),
    ...(reached === undefined ? {} : { tokensAfter: reached }),
    ...(targetTokens === undefined ? {} : { targetTokens }),
    ...(shortfall > 0 ? { shortfallTokens: shortfall } : {}),
    ...(shortfall > 0 && decision.shortfallReason !== undefined
      ? { shortfallReason: decision.shortfallReason }
      : {}),
    ...(repaired.repairs.length > 0 ? { repaired: repaired.repairs } : {}),
  };
  if (isEmpty) return { kind: 'noop', reason: decision.noopReason, metadata: common };
  if (hasNoGain) return { kind: 'noop', reason: 'no-gain', metadata: common };

  const newHistory = previewPlan(repaired.history, plan);
  const firstChangedIndex = findFirstChange(original, newHistory);
  const summarized = decision.dropped?.summarizedEntries;
  let provenance: readonly ProvenanceRecord[] | undefined;
  return {
    kind: 'applied',
    newHistory,
    metadata: {
      ...common,
      compressedMessageCount: newHistory.length,
      ...(firstChangedIndex === undefined ? {} : { firstChangedIndex }),
      ...(firstChangedIndex === undefined || firstChangedIndex === 0
        ? {}
        : { topPreserved: firstChangedIndex }),
      ...(decision.tail === undefined ? {} : { bottomPreserved: decision.tail }),
      ...(decision.dropped === undefined ? {} : { dropped: decision.dropped }),
      ...(summarized === undefined ? {} : { middleCompressed: summarized }),
      // Provenance of every entry is larger than the plan: created on first use.
      get provenance() {
        provenance ??= toOriginalIndices(
          planProvenance(repaired.history, plan),
          previewPlan(repaired.history, plan),
          original,
          repaired.origins,
        );
        return provenance;
      },
    },
  };
}

/** Maps provenance from the repaired history to the input history. */
function toOriginalIndices(
  provenance: readonly ProvenanceRecord[],
  entries: readonly IContent[],
  original: readonly IContent[],
  origins: readonly number[] | undefined,
): readonly ProvenanceRecord[] {
  if (origins === undefined) return provenance;
  return provenance.map(({ sources, reason }, index) => {
    const known = sources.map((source) => origins[source]!).filter((source) => source >= 0);
    // The repair may have split an entry or moved its blocks.
    const given = [...new Set(known)].toSorted((a, b) => a - b);
    const isRepaired = reason === 'kept' && entries[index] !== original[given[0] ?? -1];
    return { sources: given, reason: isRepaired ? 'repair' : reason };
  });
}

/** Builds the result of one compression. Without a plan it is a no-op: nothing is removable. */
type ResultBuilder = (decision: Partial<ResultInput>) => CompressionResult;

/** Creates a `buildResult` with default values that all results of one compression share. */
export function createResultBuilder(
  common: Pick<ResultInput, 'strategy' | 'original' | 'repaired'> & Partial<ResultInput>,
): ResultBuilder {
  return (decision) =>
    buildResult({
      plan: { removals: new Set(), replacements: new Map() },
      noopReason: 'nothing-removable',
      ...common,
      ...decision,
    });
}

type Growing<T> = { -readonly [K in keyof T]: T[K] };

/** Returns the total token usage of model calls; `undefined` if none reported it. */
export function sumUsage(
  calls: readonly { readonly usage?: UsageStats }[],
): UsageStats | undefined {
  let sum: Growing<UsageStats> | undefined;
  for (const { usage } of calls) {
    if (usage === undefined) continue;
    sum ??= { promptTokens: 0, completionTokens: 0, totalTokens: 0 };
    for (const [name, tokens] of Object.entries(usage) as [keyof UsageStats, unknown][]) {
      if (typeof tokens === 'number') sum[name] = (sum[name] ?? 0) + tokens;
    }
  }
  return sum;
}
