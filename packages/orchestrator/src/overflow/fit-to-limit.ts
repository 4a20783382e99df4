import {
  defined,
  type DensityConfig,
  type IContent,
  type ProvenanceRecord,
  OptionError,
} from '@palimpsest/core-types';
import {
  countParts,
  createCheckedEstimator,
  findFirstChange,
  fitToTarget,
  indexExchanges,
  listCandidatesByAge,
  safeCuts,
} from '@palimpsest/history';
import { ContextOverflowError, type IrreducibleTokens } from '../budget/budget-errors.ts';
import { findStrategy } from '../strategy-source.ts';
import { withPins } from '../with-pins.ts';
import { createOverflowContext, type OverflowServices } from './overflow-context.ts';
import { reduceResults } from './reduce-results.ts';
import {
  createOverflowState,
  repairState,
  runStage,
  type OverflowStage,
  type OverflowStepName,
  type StageResult,
} from './run-stage.ts';
import { summarizeResults } from './summarize-results.ts';

export interface OverflowRequest extends OverflowServices {
  readonly history: readonly IContent[];
  /** Entries about to be sent. Of these, only tool results are reduced, and none is removed. */
  readonly pending: readonly IContent[];
  /** Maximum tokens of the request. */
  readonly limitTokens: number;
  /** Tokens kept free for the output, in addition to the limit, for the advice of `error`. */
  readonly maxOutputTokens?: number;
  /** Overhead tokens: system prompt and tool definitions. @default 0 each */
  readonly overhead?: { readonly system?: number; readonly tools?: number } | undefined;
  /** What counts as stale. @default reads of files written later, and repeated file inclusions */
  readonly density?: DensityConfig;
  /** An earlier error, for the cause of `error`. */
  readonly cause?: unknown;
}

/** A stage that ran, or failed. */
export interface OverflowStep {
  readonly step: OverflowStepName;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Indices of removed or changed entries in the given history followed by the pending entries. */
  readonly entries: readonly number[];
  /** Error of the stage. It changed nothing then, and the next one ran. */
  readonly error?: unknown;
}

interface Fitted {
  /** The given array if it did not change. */
  readonly history: readonly IContent[];
  readonly pending: readonly IContent[];
  /** Tokens of the whole request. */
  readonly tokensAfter: number;
  readonly steps: readonly OverflowStep[];
  /** Provenance of each entry of the history and then of each pending one; indices as in `steps`. */
  readonly provenance: readonly ProvenanceRecord[];
}

export type OverflowOutcome =
  | (Fitted & { readonly kind: 'fits' })
  | (Fitted & {
      readonly kind: 'overflow';
      /** The irreducible tokens. */
      readonly floor: IrreducibleTokens;
      /** Ready to throw. */
      readonly error: ContextOverflowError;
    });

const DENSITY: DensityConfig = {
  readWritePruning: true,
  fileDedupe: true,
  recencyPruning: false,
  recencyRetention: 3,
  workspaceRoot: '/',
};

/**
 * Forces a request under its limit without a model. Removes stale content first, then reduces the largest tool results, pending ones too,
 * removes whole old exchanges, and at last leaves one line of each result. Stops as soon as the request fits. Errors of failed calls stay
 * readable, and calls keep their results.
 *
 * @throws {OptionError} for an invalid limit
 * @throws errors of the caller's callbacks, and the reason of an aborted signal
 */
export async function fitToLimit(request: OverflowRequest): Promise<OverflowOutcome> {
  const {
    history,
    pending,
    limitTokens,
    maxOutputTokens,
    density = DENSITY,
    cause,
    signal,
  } = request;
  if (!Number.isFinite(limitTokens)) {
    throw new OptionError('limitTokens', limitTokens, 'a finite number of tokens');
  }
  signal?.throwIfAborted();
  const { system = 0, tools = 0 } = request.overhead ?? {};
  const overhead = system + tools;
  const estimateTokens = createCheckedEstimator(request.estimateTokens);
  const context = createOverflowContext({ ...request, estimateTokens }, limitTokens - overhead);
  const stages: readonly (readonly [OverflowStepName, OverflowStage])[] = [
    ['densify', densify(density)],
    ['reduce-results', reduceResults],
    ['drop-exchanges', dropExchanges],
    ['summarize-results', summarizeResults],
  ];
  const steps: OverflowStep[] = [];
  let state = await createOverflowState(history, pending, context.estimateTokens);
  const isOver = () => state.tokens > context.budget;
  function take(step: OverflowStepName, result: StageResult | undefined): void {
    if (result === undefined) return;
    const { state: after, ...facts } = result;
    const tokensBefore = state.tokens + overhead;
    steps.push({ step, tokensBefore, tokensAfter: after.tokens + overhead, ...facts });
    state = after;
  }
  if (isOver()) take('repair', await repairState(state, context.estimateTokens));
  for (const [step, stage] of stages) {
    if (!isOver()) break;
    signal?.throwIfAborted();
    take(step, await runStage(step, stage, state, context));
  }
  signal?.throwIfAborted();
  const { entries, pendingFrom, provenance, tokens } = state;
  const fitted: Fitted = {
    history: sameOr(history, entries.slice(0, pendingFrom)),
    pending: sameOr(pending, entries.slice(pendingFrom)),
    provenance,
    steps,
    tokensAfter: tokens + overhead,
  };
  if (!isOver()) return { kind: 'fits', ...fitted };
  const parts = await countParts(entries, ['system', 'pinned', 'tail', 'pending'] as const, {
    estimateTokens: context.estimateTokens,
    partOf(entry, at) {
      if (entry.speaker === 'system') return 'system';
      if (at >= pendingFrom) return 'pending';
      return context.isProtected(entry) ? 'pinned' : 'tail';
    },
  });
  const floor = { ...parts, system: system + parts.system, tools };
  signal?.throwIfAborted();
  const details = { tokens: fitted.tokensAfter, limit: limitTokens, floor };
  const error = new ContextOverflowError({ ...details, ...defined({ maxOutputTokens, cause }) });
  return { kind: 'overflow', ...fitted, floor, error };
}

function sameOr(given: readonly IContent[], now: readonly IContent[]): readonly IContent[] {
  return findFirstChange(given, now) === undefined ? given : now;
}

const densify =
  (config: DensityConfig): OverflowStage =>
  async ({ entries, pendingFrom }, context) => {
    const strategy = findStrategy(context.strategies, 'high-density');
    if (strategy?.optimize === undefined) return undefined;
    const history = withPins(entries.slice(0, pendingFrom), context.isProtected);
    const { removals, replacements } = strategy.optimize(history, config);
    if (removals.length === 0 && replacements.size === 0) return undefined;
    return { plan: { removals: new Set(removals), replacements } };
  };

/** Removes whole exchanges and messages, oldest first, except the newest exchange and pending entries. */
const dropExchanges: OverflowStage = async ({ entries, tokens, pendingFrom }, context) => {
  const { budget, estimateTokens, isProtected, signal } = context;
  const index = indexExchanges(entries);
  const boundary = pendingFrom === 0 ? 0 : safeCuts(index).atOrBefore(pendingFrom - 1);
  const fit = await fitToTarget({
    history: entries,
    tokens,
    targetTokens: budget,
    estimateTokens,
    candidates: listCandidatesByAge(index, { boundary, isProtected }),
    ...defined({ signal }),
  });
  return { plan: fit.plan, tokens: fit.tokens };
};
