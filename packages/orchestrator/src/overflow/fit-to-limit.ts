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
  /** What is about to be sent and not yet part of the history. Of it only results of tools are reduced, and nothing is dropped. */
  readonly pending: readonly IContent[];
  /** Most tokens the request may have. */
  readonly limitTokens: number;
  readonly estimateTokens: TokenEstimator;
  /** `high-density` and `salience` are used where they are registered. */
  readonly strategies: StrategySource;
  readonly taxonomy: ToolTaxonomy;
  /** Entries that must survive byte for byte, beside system entries and those with `metadata.pinned`. */
  readonly pinned?: (entry: IContent) => boolean;
  /** A system prompt and tools that are sent beside the entries, in tokens. @default none */
  readonly overhead?: { readonly system?: number; readonly tools?: number };
  /** What is taken for stale. @default reads of files written later, and repeated file inclusions */
  readonly density?: DensityConfig;
  /** A short id by which a model can ask for what a tool response of an entry said, given the index of its block. */
  readonly originalId?: (entry: IContent, block: number) => string | undefined;
  /** What went wrong before, for the error. */
  readonly cause?: unknown;
  readonly signal?: AbortSignal;
}

/** One thing that was done, or failed. */
export interface OverflowStep {
  readonly step: OverflowStepName;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Entries that went or changed, by index in the history as given; those behind its end are pending ones. */
  readonly entries: readonly number[];
  /** What a strategy failed with. Nothing changed then, and the next step was taken. */
  readonly error?: unknown;
}

interface Fitted {
  /** The given array where nothing in it changed. */
  readonly history: readonly IContent[];
  readonly pending: readonly IContent[];
  /** Tokens of the whole request. */
  readonly tokensAfter: number;
  readonly steps: readonly OverflowStep[];
  /** For each entry, pending ones behind those of the history, what it stands for, by index as in `steps`. */
  readonly provenance: readonly ProvenanceRecord[];
}

export type OverflowOutcome =
  | (Fitted & { readonly kind: 'fits' })
  | (Fitted & {
      readonly kind: 'overflow';
      /** What nothing could take. */
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
 * Makes a request fit that is over the hard limit, without a model, losing what is needed least first: stale content, then the bulk of the
 * largest tool results wherever they stand, pending ones too, then whole old exchanges, and at last all but a line of every result. It
 * stops as soon as the request fits. What a failed call said of its failure stays readable, and calls keep their results.
 *
 * @throws {OrchestratorOptionError} for a limit that is no number
 * @throws whatever `estimateTokens` or `pinned` throw, and the reason of the signal when it aborts; nothing changed then
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
  const ladder = ladderFor(request, limitTokens - overhead, watch);
  const { room, estimateTokens } = ladder;
  const originals: OriginalResults = new WeakMap();
  const rungs: readonly (readonly [OverflowStepName, OverflowStage])[] = [
    ['densify', densify(density)],
    ['reduce-results', reduceResults(originals)],
    ['drop-exchanges', dropExchanges(originals)],
    ['summarize-results', summarizeResults(originals)],
  ];
  const steps: OverflowStep[] = [];
  let draft = createOverflowState(history, pending);
  let tokens = await estimateTokens(draft.entries);
  const repaired = tokens <= room ? undefined : repairState(draft);
  if (repaired !== undefined) {
    const tokensAfter = await estimateTokens(repaired.draft.entries);
    const figures = { tokensBefore: tokens + overhead, tokensAfter: tokensAfter + overhead };
    steps.push({ step: 'repair', ...figures, entries: repaired.touched });
    draft = repaired.draft;
    tokens = tokensAfter;
  }
  for (const [step, rung] of rungs) {
    if (tokens <= room) break;
    signal?.throwIfAborted();
    const taken = await runStage(draft, tokens, { step, rung, ladder, rethrow });
    if (taken === undefined) continue;
    const { entries, error } = taken;
    const figures = { tokensBefore: tokens + overhead, tokensAfter: taken.tokens + overhead };
    steps.push({ step, ...figures, entries, ...(error === undefined ? {} : { error }) });
    draft = taken.draft;
    tokens = taken.tokens;
  }
  signal?.throwIfAborted();
  const fitted = { ...split(draft, request), steps, tokensAfter: tokens + overhead };
  if (tokens <= room) return { kind: 'fits', ...fitted };
  const floor = await measureIrreducible(draft, { ladder, system, tools });
  signal?.throwIfAborted();
  const details = { tokens: fitted.tokensAfter, limit: limitTokens, floor };
  const error = new ContextOverflowError(cause === undefined ? details : { ...details, cause });
  return { kind: 'overflow', ...fitted, floor, error };
}

function ladderFor(
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

/** History and pending entries again; the given arrays where nothing in them changed. */
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

/** What is left when nothing more can go, by why it stays, in tokens. */
async function measureIrreducible(
  { entries, pendingFrom }: OverflowState,
  {
    ladder: { estimateTokens, isProtected },
    system,
    tools,
  }: { readonly ladder: OverflowContext; readonly system: number; readonly tools: number },
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
