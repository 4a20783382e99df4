import type {
  DensityConfig,
  IContent,
  ProvenanceRecord,
  TokenEstimator,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import {
  countParts,
  createCheckedEstimator,
  createIsProtected,
  findFirstChange,
} from '@palimpsest/history';
import { ContextOverflowError, type IrreducibleTokens } from '../budget/budget-errors.ts';
import { OrchestratorOptionError } from '../orchestrator-option-error.ts';
import type { StrategySource } from '../strategy-source.ts';
import { trackCallbackErrors, type CallbackErrors } from './callback-errors.ts';
import { densify, dropExchanges } from './drop-stages.ts';
import type { OverflowContext, OverflowStage, OverflowStepName } from './overflow-context.ts';
import { reduceResults } from './reduce-results.ts';
import { createOverflowState, repairState, type OverflowState } from './overflow-state.ts';
import { summarizeResults, type OriginalResults } from './summarize-results.ts';
import { runStage } from './run-stage.ts';

export interface OverflowRequest {
  readonly history: readonly IContent[];
  /** Entries about to be sent. Of these, only tool results are reduced, and none is removed. */
  readonly pending: readonly IContent[];
  /** Maximum tokens of the request. */
  readonly limitTokens: number;
  readonly estimateTokens: TokenEstimator;
  /** `high-density` and `salience` are used if registered. */
  readonly strategies: StrategySource;
  readonly taxonomy: ToolTaxonomy;
  /** Returns whether an entry is protected, in addition to system entries and those with `metadata.pinned`. */
  readonly pinned?: (entry: IContent) => boolean;
  /** Overhead tokens: system prompt and tool definitions. @default 0 each */
  readonly overhead?: { readonly system?: number; readonly tools?: number };
  /** What counts as stale. @default reads of files written later, and repeated file inclusions */
  readonly density?: DensityConfig;
  /** Returns the recall id of a tool result, given its entry and the index of its block. */
  readonly originalId?: (entry: IContent, block: number) => string | undefined;
  /** An earlier error, for the cause of `error`. */
  readonly cause?: unknown;
  readonly signal?: AbortSignal;
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
 * @throws {OrchestratorOptionError} for an invalid limit
 * @throws errors of the caller's callbacks, and the reason of an aborted signal
 */
export async function fitToLimit(request: OverflowRequest): Promise<OverflowOutcome> {
  const { history, pending, limitTokens, density = DENSITY, cause, signal } = request;
  if (!Number.isFinite(limitTokens)) {
    throw new OrchestratorOptionError('limitTokens', limitTokens, 'a finite number of tokens');
  }
  signal?.throwIfAborted();
  const { system = 0, tools = 0 } = request.overhead ?? {};
  const overhead = system + tools;
  const { watch, rethrow } = trackCallbackErrors();
  const context = createContext(request, limitTokens - overhead, watch);
  const { room, estimateTokens } = context;
  const originals: OriginalResults = new WeakMap();
  const stages: readonly (readonly [OverflowStepName, OverflowStage])[] = [
    ['densify', densify(density)],
    ['reduce-results', reduceResults(originals)],
    ['drop-exchanges', dropExchanges(originals)],
    ['summarize-results', summarizeResults(originals)],
  ];
  const steps: OverflowStep[] = [];
  let state = createOverflowState(history, pending);
  let tokens = await estimateTokens(state.entries);
  const repaired = tokens <= room ? undefined : repairState(state);
  if (repaired !== undefined) {
    const tokensAfter = await estimateTokens(repaired.state.entries);
    const figures = { tokensBefore: tokens + overhead, tokensAfter: tokensAfter + overhead };
    steps.push({ step: 'repair', ...figures, entries: repaired.touched });
    state = repaired.state;
    tokens = tokensAfter;
  }
  for (const [step, stage] of stages) {
    if (tokens <= room) break;
    signal?.throwIfAborted();
    const taken = await runStage(state, tokens, { step, stage, context, rethrow });
    if (taken === undefined) continue;
    const { entries, error } = taken;
    const figures = { tokensBefore: tokens + overhead, tokensAfter: taken.tokens + overhead };
    steps.push({ step, ...figures, entries, ...(error === undefined ? {} : { error }) });
    state = taken.state;
    tokens = taken.tokens;
  }
  signal?.throwIfAborted();
  const fitted = { ...split(state, request), steps, tokensAfter: tokens + overhead };
  if (tokens <= room) return { kind: 'fits', ...fitted };
  const floor = await measureIrreducible(state, { context, system, tools });
  signal?.throwIfAborted();
  const details = { tokens: fitted.tokensAfter, limit: limitTokens, floor };
  const error = new ContextOverflowError(cause === undefined ? details : { ...details, cause });
  return { kind: 'overflow', ...fitted, floor, error };
}

function createContext(
  { estimateTokens, strategies, taxonomy, pinned, originalId, signal }: OverflowRequest,
  room: number,
  watch: CallbackErrors['watch'],
): OverflowContext {
  return {
    room,
    estimateTokens: watch(createCheckedEstimator(estimateTokens)),
    strategies,
    taxonomy,
    isProtected: createIsProtected(pinned === undefined ? undefined : watch(pinned)),
    originalId: originalId === undefined ? undefined : watch(originalId),
    signal,
  };
}

/** Returns history and pending entries; the given arrays if they did not change. */
function split(
  { entries, pendingFrom, provenance }: OverflowState,
  { history, pending }: OverflowRequest,
): Pick<Fitted, 'history' | 'pending' | 'provenance'> {
  return {
    history: sameOr(history, entries.slice(0, pendingFrom)),
    pending: sameOr(pending, entries.slice(pendingFrom)),
    provenance,
  };
}

function sameOr(given: readonly IContent[], now: readonly IContent[]): readonly IContent[] {
  return findFirstChange(given, now) === undefined ? given : now;
}

const PARTS = ['system', 'pinned', 'tail', 'pending'] as const;

/** Returns the tokens that remain, by the reason why they stay. */
async function measureIrreducible(
  { entries, pendingFrom }: OverflowState,
  {
    context: { estimateTokens, isProtected },
    system,
    tools,
  }: { readonly context: OverflowContext; readonly system: number; readonly tools: number },
): Promise<IrreducibleTokens> {
  const tokens = await countParts(entries, PARTS, {
    estimateTokens,
    partOf(entry, at) {
      if (entry.speaker === 'system') return 'system';
      if (at >= pendingFrom) return 'pending';
      return isProtected(entry) ? 'pinned' : 'tail';
    },
  });
  return { ...tokens, system: system + tokens.system, tools };
}
