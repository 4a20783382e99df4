import {
  CompressionStrategyError,
  defined,
  type IContent,
  type ProvenanceRecord,
  type TokenEstimator,
} from '@palimpsest/core-types';
import { applyPlan, historyInvariants, repairHistory, type EditPlan } from '@palimpsest/history';
import type { OverflowContext } from './overflow-context.ts';

/** A request in progress. History and pending entries are one list, so that tool exchanges across the border stay whole. */
export interface OverflowState {
  readonly entries: readonly IContent[];
  readonly tokens: number;
  /** Index of the first pending entry. */
  readonly pendingFrom: number;
  /** Provenance of each entry, by index in the given request. */
  readonly provenance: readonly ProvenanceRecord[];
}

export async function createOverflowState(
  history: readonly IContent[],
  pending: readonly IContent[],
  estimateTokens: TokenEstimator,
): Promise<OverflowState> {
  const entries = [...history, ...pending];
  const provenance = entries.map((_, at) => ({ sources: [at], reason: 'kept' as const }));
  const tokens = await estimateTokens(entries);
  return { entries, tokens, pendingFrom: history.length, provenance };
}

export type OverflowStepName =
  | 'repair'
  | 'densify'
  | 'reduce-results'
  | 'drop-exchanges'
  | 'summarize-results';

/** Plans how to make a request smaller; returns `undefined` if it cannot. */
export type OverflowStage = (
  state: OverflowState,
  context: OverflowContext,
) => Promise<StagePlan | undefined>;

/** A plan for the entries, and the tokens of its result if already counted. */
export interface StagePlan {
  readonly plan: EditPlan;
  readonly tokens?: number;
}

/** Result of a stage: a smaller request, or the error that left it unchanged. */
export interface StageResult {
  readonly state: OverflowState;
  /** Ascending indices in the given request of removed or changed entries. */
  readonly entries: readonly number[];
  readonly error?: unknown;
}

/** Repairs a broken request; returns `undefined` if nothing is broken. Generated entries have no sources. */
export async function repairState(
  state: OverflowState,
  estimateTokens: TokenEstimator,
): Promise<StageResult | undefined> {
  const { history: entries, repairs, origins } = repairHistory(state.entries);
  if (origins === undefined) return undefined;
  const first = origins.findIndex((origin) => origin >= state.pendingFrom);
  const provenance = entries.map((entry, at): ProvenanceRecord => {
    const origin = origins[at]!;
    const isKept = state.entries[origin] === entry;
    return { sources: origin < 0 ? [] : [origin], reason: isKept ? 'kept' : 'repair' };
  });
  const pendingFrom = first < 0 ? entries.length : first;
  const tokens = await estimateTokens(entries);
  return {
    state: { entries, tokens, pendingFrom, provenance },
    entries: sorted(repairs.map(({ index }) => index)),
  };
}

/** Applies the plan of a stage if the result is valid and smaller. Returns `undefined` without such a plan. */
export async function runStage(
  step: OverflowStepName,
  stage: OverflowStage,
  state: OverflowState,
  context: OverflowContext,
): Promise<StageResult | undefined> {
  try {
    const planned = await stage(state, context);
    if (planned === undefined) return undefined;
    const { plan } = planned;
    assertAllowed(step, plan, state, context);
    const after = applyToState(state, plan);
    for (const invariant of historyInvariants) {
      const [violation] = invariant.check(after.entries);
      if (violation !== undefined) throw invalidPlanError(step, violation.message);
    }
    const tokens = planned.tokens ?? (await context.estimateTokens(after.entries));
    if (tokens >= state.tokens) return undefined;
    const touched = [...plan.removals, ...plan.replacements.keys()];
    const sources = touched.flatMap((at) => state.provenance[at]!.sources);
    return { state: { ...after, tokens }, entries: sorted(sources) };
  } catch (error) {
    context.signal?.throwIfAborted();
    context.rethrow();
    return { state, entries: [], ...defined({ error }) };
  }
}

/** Rejects plans that change protected entries or remove pending ones: strategies are third-party code. */
function assertAllowed(
  step: OverflowStepName,
  { removals, replacements }: EditPlan,
  { entries, pendingFrom }: OverflowState,
  { isProtected }: OverflowContext,
): void {
  for (const at of [...removals, ...replacements.keys()]) {
    const entry = entries[at];
    const isFree = entry !== undefined && !isProtected(entry);
    if (isFree && (at < pendingFrom || !removals.has(at))) continue;
    throw invalidPlanError(
      step,
      `it removes or changes entry ${at}, which is protected or pending`,
    );
  }
}

function invalidPlanError(step: OverflowStepName, why: string): CompressionStrategyError {
  return new CompressionStrategyError(
    `The plan of overflow stage "${step}" was rejected: ${why}. The request is unchanged.`,
    'OVERFLOW_STEP_REFUSED',
  );
}

/** Applies a plan. Markers between turns belong to the history, not to the pending entries. */
function applyToState(state: OverflowState, plan: EditPlan): Omit<OverflowState, 'tokens'> {
  const { history: entries, provenance } = applyPlan(state.entries, plan);
  const first = provenance.findIndex(({ sources }) => (sources[0] ?? -1) >= state.pendingFrom);
  return {
    entries,
    pendingFrom: first < 0 ? entries.length : first,
    provenance: provenance.map(({ sources, reason }) => {
      const [source] = sources;
      if (reason === 'kept') return state.provenance[source!]!;
      return { sources: sources.flatMap((at) => state.provenance[at]!.sources), reason };
    }),
  };
}

function sorted(indices: readonly number[]): number[] {
  return [...new Set(indices)].toSorted((a, b) => a - b);
}
