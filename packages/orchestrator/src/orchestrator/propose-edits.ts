import { CompressionStrategyError, type IContent } from '@palimpsest/core-types';
import {
  applyDensityResult,
  createIsProtected,
  findFirstChange,
  findViolations,
} from '@palimpsest/engine/history';
import { priceCall } from '../economics/call-cost.ts';
import type { EditedRequest } from '../economics/price-edits.ts';
import { withPins } from '../with-pins.ts';
import {
  isDeferred,
  type BackgroundStatus,
  type PreparedCompression,
} from './decide-background.ts';
import { isKnownIneffective } from './orchestrator-state.ts';
import type { MeasuredRequest, PrepareContext } from './prepare-context.ts';
import { hasDelayedResult } from './request-phase.ts';

/** Edits that a request could get; nothing is applied yet. */
export interface EditProposal {
  readonly stale?: StalePlan | undefined;
  /** Error of the search for stale content. */
  readonly cause?: unknown;
  /** Whether to compress: `due`, or `early` to save money; `stuck` after an ineffective attempt; `not-now` while a delayed result is pending. */
  readonly compression: 'due' | 'early' | 'stuck' | 'not-now' | 'no';
  /**
   * Who compresses if compression is `due` or `early`: the strategy, a finished background job, or the fallback while no job has finished.
   * `background`: nothing is compressed until the job has finished.
   */
  readonly compressedBy: 'strategy' | PreparedCompression | 'fallback' | 'background';
  /** Target of the compression, in tokens of the whole request. */
  readonly target: number;
  /** Estimated effect of all edits together. */
  readonly edits?: EditedRequest | undefined;
}

/** A plan of a strategy to remove stale or duplicate content from a history. */
interface StalePlan {
  /** Index of the first entry that it removes or replaces. */
  readonly firstIndex: number;
  readonly savedTokens: number;
  /** Number of entries that it removes or replaces. */
  readonly count: number;
  /** @throws {CompressionStrategyError} for an invalid plan; nothing changes then */
  apply(): readonly IContent[];
}

/** Plans the removal of stale content, if the strategy does so continuously, and decides whether to compress the rest. */
export async function proposeEdits(
  candidate: MeasuredRequest,
  background: BackgroundStatus,
  context: PrepareContext,
): Promise<EditProposal> {
  const { thresholds } = context.call;
  let stale: StalePlan | undefined;
  let cause: unknown;
  if (candidate.tokens >= thresholds.optimizeFrom) {
    try {
      stale = await planStale(candidate.raw, context);
    } catch (error) {
      cause = error;
    }
  }
  const left = candidate.tokens - (stale?.savedTokens ?? 0);
  const wanted = compressionFor(candidate, left, background, context);
  const compressedBy = editorFor(wanted, background, context);
  if (!isWanted(wanted) || hasDelayedResult(candidate.sent, candidate.pending)) {
    const edits = stale && editedRequest(candidate, context, { from: stale.firstIndex, left });
    const compression = isWanted(wanted) ? 'not-now' : wanted;
    return { stale, cause, compression, compressedBy, target: thresholds.target, edits };
  }
  if (typeof compressedBy === 'object') {
    const from =
      findFirstChange(candidate.sent, compressedBy.candidate.sent) ?? candidate.sent.length;
    const edits = editedRequest(candidate, context, { from, left: compressedBy.candidate.tokens });
    return { cause, compression: wanted, compressedBy, target: thresholds.target, edits };
  }
  // Early and forced compression leave the usual share of the current size: to leave more would not be worth a rewrite.
  const isAhead = wanted === 'early' || context.request.force === true;
  const target = isAhead
    ? Math.min(thresholds.target, thresholds.targetFrom(left))
    : thresholds.target;
  const edits = compressedRequest(candidate, Math.min(left, target), compressedBy, context);
  return { stale, cause, compression: wanted, compressedBy, target, edits };
}

/** Returns whether to compress now. */
export function isWanted(compression: EditProposal['compression']): boolean {
  return compression === 'due' || compression === 'early';
}

function editorFor(
  wanted: EditProposal['compression'],
  background: BackgroundStatus,
  context: PrepareContext,
): EditProposal['compressedBy'] {
  if (!isDeferred(context)) return 'strategy';
  if (background.kind === 'ready') return background;
  return wanted === 'early' ? 'background' : 'fallback';
}

function compressionFor(
  candidate: MeasuredRequest,
  tokens: number,
  background: BackgroundStatus,
  context: PrepareContext,
): EditProposal['compression'] {
  const { call, request, state } = context;
  const { thresholds } = call;
  if (request.force === true) return 'due';
  const isDue = tokens >= dueFrom(candidate, tokens, context);
  if (background.kind === 'ready') return isDue ? 'due' : 'early';
  // No early compression before the first request: the model has not seen the content yet.
  const wasSent = state.sent !== undefined;
  const isEarly = wasSent && call.prices !== undefined && tokens >= thresholds.earlyTrigger;
  if (!isDue && !isEarly) return 'no';
  if (isKnownIneffective(context, tokens, isDue)) return 'stuck';
  return isDue ? 'due' : 'early';
}

/** Requests of the usual growth that fit between two compressions, as far as the limit allows. */
const REQUESTS_BETWEEN = 3;

/** Returns the tokens from which a compression is due: in a small window later than the trigger, where the next requests fill what it frees. */
function dueFrom(
  { sent }: MeasuredRequest,
  tokens: number,
  { call: { thresholds }, state }: PrepareContext,
): number {
  const { trigger, target, limit, overhead } = thresholds;
  if (state.sent === undefined) return trigger;
  // A request adds an answer, and what follows it.
  const requests = Math.max(state.calls, sent.length / 2);
  const growth = (tokens - overhead + (state.removed ?? 0)) / requests;
  return Math.min(limit, Math.max(trigger, target + REQUESTS_BETWEEN * growth));
}

/** Approximate tokens of a summary by a model. */
const SUMMARY_TOKENS = 2_000;

/**
 * Returns the estimated effect of a compression. A strategy may change a history from its start, so all of it counts as rewritten. A model
 * that writes a summary reads it first.
 *
 * @param left tokens of the whole request afterwards
 */
function compressedRequest(
  candidate: MeasuredRequest,
  left: number,
  compressedBy: EditProposal['compressedBy'],
  context: PrepareContext,
): EditedRequest {
  const { strategy, prices } = context.call;
  const edited = editedRequest(candidate, context, { from: 0, left });
  const asksModel = strategy.requiresLLM && compressedBy !== 'fallback';
  if (!asksModel || prices === undefined) return edited;
  const read = { uncached: edited.suffixTokensBefore, output: SUMMARY_TOKENS };
  return { ...edited, compressionCost: priceCall(prices, read) };
}

/**
 * Returns the estimated effect of edits from an index on that leave a number of tokens of the whole request. The index may be that in the raw
 * history: the blank entries, which are not sent, hardly matter.
 */
function editedRequest(
  { tokens, sums, freshTokens }: MeasuredRequest,
  { call }: PrepareContext,
  { from, left }: { readonly from: number; readonly left: number },
): EditedRequest {
  const first = Math.min(from, sums.length);
  const prefixTokens = call.thresholds.overhead + sums.tokensBefore(first);
  const before = tokens - prefixTokens;
  const after = Math.max(0, Math.min(left - prefixTokens, before));
  return {
    prefixTokens,
    suffixTokensBefore: before,
    suffixTokensAfter: after,
    freshTokens: Math.min(freshTokens, after),
  };
}

/** Plans the removal of stale content. Returns `undefined` if there is none, or the strategy has no continuous `optimize`. */
async function planStale(
  raw: readonly IContent[],
  { call, options, meter }: PrepareContext,
): Promise<StalePlan | undefined> {
  const { strategy, density } = call;
  if (strategy.optimize === undefined || strategy.trigger.mode !== 'continuous') return undefined;
  const { pinned } = options;
  const isProtected = createIsProtected(pinned);
  const plan = strategy.optimize(pinned === undefined ? raw : withPins(raw, isProtected), density);
  const { removals, replacements } = plan;
  const count = removals.length + replacements.size;
  if (count === 0) return undefined;
  const touched = [...removals, ...replacements.keys()];
  const entries = touched.flatMap((at) => raw[at] ?? []);
  const before = await meter.tokensOf(entries);
  const after = await meter.tokensOf([...replacements.values()]);
  return {
    firstIndex: touched.reduce((first, at) => Math.min(first, at)),
    savedTokens: before - after,
    count,
    apply() {
      if (entries.some(isProtected))
        throw invalidStalePlanError(call.name, 'it changes a protected entry');
      const planned = applyDensityResult(raw, plan);
      const known = new Set(findViolations(raw).map(({ law }) => law));
      const violation = findViolations(planned).find(({ law }) => !known.has(law));
      if (violation !== undefined) throw invalidStalePlanError(call.name, violation.message);
      return planned;
    },
  };
}

function invalidStalePlanError(strategy: string, why: string): CompressionStrategyError {
  return new CompressionStrategyError(
    `The plan of "${strategy}" to remove stale content was rejected: ${why}. Nothing changed. Report this to the strategy's author.`,
    'LAW_BROKEN',
    { strategy },
  );
}
