import {
  defined,
  type CompressionResult,
  type CompressionResultMetadata,
  type ContentBlock,
  type IContent,
  type ProvenanceRecord,
  type UsageStats,
} from '@palimpsest/core-types';
import { applyPlan, findFirstChange, isEmpty, type EditPlan } from '../history/edits/plan.ts';
import type { RepairedHistory } from '../history/repair/repair-history.ts';
import type { StrategyDecision } from './define-strategy.ts';

/** The decision of a strategy, and its token counts. */
export interface ResultInput extends StrategyDecision {
  readonly strategy: string;
  /** The input history. */
  readonly original: readonly IContent[];
  readonly repaired: Omit<RepairedHistory, 'index'>;
  readonly tokensBefore?: number;
  readonly targetTokens?: number;
}

const NOTHING: EditPlan = { edits: new Map() };

/**
 * Builds the result of a compression. Returns a no-op if the plan is empty, leaves no entry, grows the history (law 5), or only
 * writes generated texts again. Adds the shortfall and, for each output entry, its provenance (law 8).
 */
export function buildResult(decision: ResultInput): CompressionResult {
  const { strategy, original, repaired, tokensBefore, tokensAfter, targetTokens } = decision;
  const { plan = NOTHING, noopReason = 'nothing-removable' } = decision;
  const { llmCalls = [], llmCallMade = llmCalls.length > 0 } = decision;
  // Providers reject an empty list of messages.
  const removed = [...plan.edits.values()].filter((entry) => entry === undefined);
  const leavesNothing = removed.length === repaired.history.length && !plan.insertions?.size;
  const changesNothing = isEmpty(plan) || leavesNothing;
  const applied = changesNothing ? undefined : applyPlan(repaired.history, plan);
  const hasNoGain =
    applied !== undefined &&
    tokensBefore !== undefined &&
    tokensAfter !== undefined &&
    (tokensAfter > tokensBefore ||
      (tokensAfter === tokensBefore && haveSameTexts(applied.history, repaired.history)));
  const made = hasNoGain ? undefined : applied;
  const reached = made === undefined ? tokensBefore : tokensAfter;
  // The host's own count, smaller than the estimate, may be below the target.
  const isMet = changesNothing && noopReason === 'already-under-target';
  const shortfall =
    isMet || reached === undefined || targetTokens === undefined
      ? 0
      : Math.max(0, reached - targetTokens);
  const common: CompressionResultMetadata = {
    originalMessageCount: original.length,
    compressedMessageCount: original.length,
    strategyUsed: strategy,
    llmCallMade,
    ...(llmCalls.length > 0 && { llmCalls }),
    ...defined({ usage: sumUsage(llmCalls), tokensBefore, tokensAfter: reached, targetTokens }),
    ...(shortfall > 0 && {
      shortfallTokens: shortfall,
      ...defined({
        shortfallReason: explainShortfall(decision, made?.history ?? repaired.history),
      }),
    }),
    ...(repaired.repairs.length > 0 && { repaired: repaired.repairs }),
  };
  if (made === undefined) {
    const reason = hasNoGain ? 'no-gain' : noopReason;
    return { kind: 'noop', reason, metadata: common };
  }
  const { history: newHistory, provenance } = made;
  const firstChangedIndex = findFirstChange(original, newHistory);
  const { tail, dropped } = decision;
  return {
    kind: 'applied',
    newHistory,
    metadata: {
      ...common,
      compressedMessageCount: newHistory.length,
      ...defined({
        firstChangedIndex,
        topPreserved: firstChangedIndex || undefined,
        bottomPreserved: tail,
        dropped,
        middleCompressed: dropped?.summarizedEntries,
      }),
      provenance: toOriginalIndices(provenance, newHistory, original, repaired.origins),
    },
  };
}

/** Adds what stays beside texts: attachments of people, and before the tail opaque blocks that belong to no call, which no strategy removes. */
function explainShortfall(
  { tail = 0, shortfallReason }: ResultInput,
  left: readonly IContent[],
): string | undefined {
  const opaque = left
    .slice(0, left.length - tail)
    .filter(({ speaker, metadata }) => speaker !== 'system' && metadata?.pinned !== true)
    .flatMap(({ blocks }) => blocks.filter((block) => block.type === 'opaque'))
    .filter((block) => block.belongsToCalls !== true && block.hostedCallId === undefined);
  const kinds = new Set(opaque.map(({ kind }) => kind));
  const attachments = left
    .filter(({ speaker }) => speaker === 'human')
    .flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'media')).length;
  const reasons = [
    shortfallReason ?? '',
    kinds.size > 0 ? `blocks stay that only the provider can read (${[...kinds].join(', ')})` : '',
    attachments > 0
      ? `${attachments} ${attachments === 1 ? 'attachment stays' : 'attachments stay'}`
      : '',
  ];
  return reasons.filter((reason) => reason !== '').join('; ') || undefined;
}

/** Returns whether each entry is the given one, or one with the same texts and nothing else. */
function haveSameTexts(entries: readonly IContent[], given: readonly IContent[]): boolean {
  return (
    entries.length === given.length &&
    entries.every((entry, at) => {
      if (entry === given[at]) return true;
      return entry.blocks.every(isText) && textsOf(entry) === textsOf(given[at]!);
    })
  );
}

const textsOf = ({ speaker, blocks }: IContent): string =>
  JSON.stringify([speaker, ...blocks.map((block) => (block.type === 'text' ? block.text : 0))]);
const isText = ({ type }: ContentBlock): boolean => type === 'text';

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

/** Returns a no-op with the figures and model calls of a result that is not smaller than its input. */
export function withoutGain(
  { metadata }: CompressionResult,
  input: {
    readonly tokens: number;
    readonly entries: number;
    readonly targetTokens: number | undefined;
    /** Why the target is missed, if it is. */
    readonly shortfallReason: string;
  },
): CompressionResult {
  const { originalMessageCount, strategyUsed, llmCallMade } = metadata;
  const { llmCalls, usage, repaired } = metadata;
  const { tokens, entries, targetTokens, shortfallReason } = input;
  const shortfallTokens = targetTokens === undefined ? 0 : Math.max(0, tokens - targetTokens);
  return {
    kind: 'noop',
    reason: 'no-gain',
    metadata: {
      originalMessageCount,
      compressedMessageCount: entries,
      strategyUsed,
      llmCallMade,
      ...defined({ llmCalls, usage, repaired }),
      tokensBefore: tokens,
      tokensAfter: tokens,
      ...defined({ targetTokens }),
      ...(shortfallTokens > 0 && { shortfallTokens, shortfallReason }),
    },
  };
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
