import type {
  CompressionResult,
  CompressionResultMetadata,
  DroppedCounts,
  IContent,
  NoopReason,
  ProvenanceRecord,
  UsageStats,
} from '@palimpsest/core-types';
import { previewPlan, planProvenance, type EditPlan } from './plan.ts';
import type { RepairedHistory } from './repair-history.ts';
import { sumUsage } from './sum-usage.ts';

/** What a strategy decided, with the figures it decided on. */
export interface ResultInput {
  readonly strategy: string;
  /** The history as given. */
  readonly original: readonly IContent[];
  readonly repaired: Omit<RepairedHistory, 'index'>;
  readonly plan: EditPlan;
  /** Why nothing happens, where the plan is empty. */
  readonly noopReason: NoopReason;
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  readonly targetTokens?: number;
  /** What stands in the way of the target, where it was missed. */
  readonly shortfallReason?: string;
  readonly dropped?: DroppedCounts;
  /** Newest entries of the repaired history that stay whole. */
  readonly tail?: number;
  /** What a model was asked on the way, one record for each call. */
  readonly llmCalls?: readonly { readonly usage?: UsageStats }[];
}

/**
 * Turns a decision into a result: an empty plan, or one that would make the history larger, is a typed no-op (law 5); what is missing to
 * the target is said; every output entry knows the input entries it stands for (law 8).
 */
export function buildResult(decision: ResultInput): CompressionResult {
  const { strategy, original, repaired, plan, tokensBefore, tokensAfter, targetTokens } = decision;
  const { llmCalls = [] } = decision;
  const usage = sumUsage(llmCalls);
  const isEmpty =
    plan.removals.size === 0 && plan.replacements.size === 0 && (plan.insertions?.size ?? 0) === 0;
  const hasNoGain =
    tokensBefore !== undefined && tokensAfter !== undefined && tokensAfter > tokensBefore;
  const reached = isEmpty || hasNoGain ? tokensBefore : tokensAfter;
  // A host that counts less than the estimator may know that the target is met.
  const isMet = isEmpty && decision.noopReason === 'already-under-target';
  const shortfall =
    isMet || reached === undefined || targetTokens === undefined
      ? 0
      : Math.max(0, reached - targetTokens);
  const common: CompressionResultMetadata = {
    originalMessageCount: original.length,
    compressedMessageCount: original.length,
    strategyUsed: strategy,
    llmCallMade: llmCalls.length > 0,
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
      // A record for every entry weighs more than the plan: made when somebody asks.
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

/** Index of the first entry that is not the same object, `undefined` where both are the same. */
export function findFirstChange(
  before: readonly IContent[],
  after: readonly IContent[],
): number | undefined {
  if (before === after) return undefined;
  let index = 0;
  while (index < before.length && before[index] === after[index]) index += 1;
  return index === before.length && index === after.length ? undefined : index;
}

/** Says provenance in terms of the history as given, through the repair. */
function toOriginalIndices(
  provenance: readonly ProvenanceRecord[],
  entries: readonly IContent[],
  original: readonly IContent[],
  origins: readonly number[] | undefined,
): readonly ProvenanceRecord[] {
  if (origins === undefined) return provenance;
  return provenance.map(({ sources, reason }, index) => {
    const known = sources.map((source) => origins[source]!).filter((source) => source >= 0);
    // The repair may have taken one entry apart, or moved parts of it.
    const given = [...new Set(known)].toSorted((a, b) => a - b);
    const isMended = reason === 'kept' && entries[index] !== original[given[0] ?? -1];
    return { sources: given, reason: isMended ? 'repair' : reason };
  });
}
