import { CompressionStrategyError } from '@palimpsest/core-types';
import { historyInvariants, type EditPlan } from '@palimpsest/history';
import type { OverflowContext, OverflowStage, OverflowStepName } from './overflow-context.ts';
import { applyToState, listTouchedEntries, type OverflowState } from './overflow-state.ts';

/** What came of a rung: a smaller request, or the error that left it as it was. */
interface StageResult {
  readonly draft: OverflowState;
  readonly tokens: number;
  readonly entries: readonly number[];
  readonly error?: unknown;
}

interface StageRequest {
  readonly step: OverflowStepName;
  readonly rung: OverflowStage;
  readonly ladder: OverflowContext;
  /** Throws what the caller's own functions threw. */
  readonly rethrow: () => void;
}

/** Carries out what a rung plans, where it makes the request smaller and leaves it whole; `undefined` where nothing came of it. */
export async function runStage(
  draft: OverflowState,
  tokens: number,
  { step, rung, ladder, rethrow }: StageRequest,
): Promise<StageResult | undefined> {
  try {
    const planned = await rung(draft, tokens, ladder);
    if (planned === undefined) return undefined;
    const { plan } = planned;
    assertAllowed(step, plan, draft, ladder);
    const after = applyToState(draft, plan);
    assertWhole(step, after);
    const left = planned.tokens ?? (await ladder.estimateTokens(after.entries));
    if (left >= tokens) return undefined;
    return { draft: after, tokens: left, entries: listTouchedEntries(draft, plan) };
  } catch (error) {
    ladder.signal?.throwIfAborted();
    rethrow();
    return { draft, tokens, entries: [], error };
  }
}

/** Strategies are handed in, and what they plan is not known to be lawful. */
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
    throw refusal(step, `it changes entry ${at}, which must stay`);
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
    `What "${step}" planned was refused: ${why}. The request was left as it was.`,
    'OVERFLOW_STEP_REFUSED',
  );
}
