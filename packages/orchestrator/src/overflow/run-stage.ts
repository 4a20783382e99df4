import { CompressionStrategyError } from '@palimpsest/core-types';
import { historyInvariants, type EditPlan } from '@palimpsest/history';
import type { OverflowContext, OverflowStage, OverflowStepName } from './overflow-context.ts';
import { applyToState, listTouchedEntries, type OverflowState } from './overflow-state.ts';

/** Result of a stage: a smaller request, or the error that left it unchanged. */
interface StageResult {
  readonly state: OverflowState;
  readonly tokens: number;
  readonly entries: readonly number[];
  readonly error?: unknown;
}

interface StageRequest {
  readonly step: OverflowStepName;
  readonly stage: OverflowStage;
  readonly context: OverflowContext;
  /** Throws errors of the caller's callbacks. */
  readonly rethrow: () => void;
}

/** Applies the plan of a stage if the result is valid and smaller. Returns `undefined` without such a plan. */
export async function runStage(
  state: OverflowState,
  tokens: number,
  { step, stage, context, rethrow }: StageRequest,
): Promise<StageResult | undefined> {
  try {
    const planned = await stage(state, tokens, context);
    if (planned === undefined) return undefined;
    const { plan } = planned;
    assertAllowed(step, plan, state, context);
    const after = applyToState(state, plan);
    assertWhole(step, after);
    const left = planned.tokens ?? (await context.estimateTokens(after.entries));
    if (left >= tokens) return undefined;
    return { state: after, tokens: left, entries: listTouchedEntries(state, plan) };
  } catch (error) {
    context.signal?.throwIfAborted();
    rethrow();
    return { state, tokens, entries: [], error };
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
    throw refusal(step, `it removes or changes entry ${at}, which is protected or pending`);
  }
}

function assertWhole(step: OverflowStepName, { entries }: OverflowState): void {
  for (const invariant of historyInvariants) {
    const [violation] = invariant.check(entries);
    if (violation !== undefined) throw refusal(step, violation.message);
  }
}

function refusal(step: OverflowStepName, why: string): CompressionStrategyError {
  return new CompressionStrategyError(
    `The plan of overflow stage "${step}" was rejected: ${why}. The request is unchanged.`,
    'OVERFLOW_STEP_REFUSED',
  );
}
