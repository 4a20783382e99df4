import type { EditPlan } from '@palimpsest/history';
import type { Budget } from './budget.ts';
import { fillRemainingBudget } from './fill-remaining-budget.ts';
import type { SelectionInput } from './selection-input.ts';
import { selectFrom, type Selection, type SelectionOptions } from './selection.ts';
import { LEANEST, SKELETONS } from './skeletons.ts';
import { findLargestFit } from './find-largest-fit.ts';

export interface KeepRequest {
  readonly ground: SelectionInput;
  readonly budget: Budget;
  readonly targetTokens: number;
  /** Tokens of the whole history beyond the sum of its entries. */
  readonly besideEntries: number;
  /** Adds the marker legend to a plan if it fits. */
  readonly explain: (plan: EditPlan) => EditPlan;
  /** Returns the tokens of the whole history after some edits. */
  readonly tokensWith: (plan: EditPlan) => Promise<number>;
  readonly signal?: AbortSignal | undefined;
}

/** The selection, and the plan for the reducible entries. */
export interface SelectionResult {
  readonly selection: Selection;
  /** Number of selected units of the ranking. */
  readonly taken: number;
  readonly plan: EditPlan;
  readonly tokensAfter: number;
}

/** Maximum share of the target for lines that state outcomes of commands. */
const OUTCOME_SHARE = 0.05;

/** Maximum number of estimates of the whole for estimators that are not additive. */
const MOST_ROUNDS = 4;

/** Keeps as much as fits: all ordinary content; then with smaller calls; then, if needed, with reduced user text. */
export async function selectWithinBudget(request: KeepRequest): Promise<SelectionResult> {
  const { ground, budget, targetTokens, explain, tokensWith, signal } = request;
  const tried: Selection[] = [];
  let withDemands: Selection | undefined;
  for (const options of stages({ ...budget, targetTokens })) {
    signal?.throwIfAborted();
    const selection = selectFrom(ground, options);
    const kept = await fit(selection, request);
    if (kept !== undefined) return kept;
    tried.push(selection);
    if (options.from === 'human') withDemands ??= selection;
  }
  // Drop the marker legend before the target is missed: a second compression, which finds short texts, would not add it either (law 6).
  for (const selection of tried) {
    const plan = await selection.draft.planAt(0);
    const tokensAfter = await tokensWith(plan);
    if (tokensAfter <= targetTokens) return { selection, taken: 0, plan, tokensAfter };
  }
  // If the target cannot be met, directives stay: removing them would not meet it either.
  const selection = withDemands!;
  const plan = explain(await selection.draft.planAt(0));
  return { selection, taken: 0, plan, tokensAfter: await tokensWith(plan) };
}

/** Yields selections in the order in which they are tried. */
function* stages({
  skeleton: level,
  ...budget
}: Budget & { readonly targetTokens: number }): Generator<SelectionOptions> {
  const ordinary = { ...budget, from: 'ordinary', demandShare: 1 } as const;
  yield { ...ordinary, skeleton: SKELETONS[level]!, outcomeShare: OUTCOME_SHARE };
  const skeleton = SKELETONS[LEANEST]!;
  yield { ...ordinary, skeleton, outcomeShare: 0 };
  const room = Number.MAX_SAFE_INTEGER;
  for (const demandShare of [1, 0.5, 0.25, 0])
    yield { ...budget, skeleton, from: 'human', room, demandShare, outcomeShare: 0 };
}

/** Reduces the units of a selection until it fits. Returns `undefined` if even its minimum does not. */
async function fit(
  selection: Selection,
  { targetTokens, besideEntries, explain, tokensWith }: KeepRequest,
): Promise<SelectionResult | undefined> {
  const { draft, ranking } = selection;
  const beside = selection.closedTokens + besideEntries;
  const tokensAt = async (taken: number): Promise<number> => beside + (await draft.tokensAt(taken));
  let goal = targetTokens;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if ((await tokensAt(0)) > goal) break;
    const taken = await findLargestFit({ ranking, tokensAt, targetTokens: goal });
    await fillRemainingBudget({ selection, taken, tokensAt, targetTokens: goal });
    const reached = await tokensAt(taken);
    const plan = explain(await draft.planAt(taken));
    const tokensAfter = await tokensWith(plan);
    if (tokensAfter <= targetTokens) return { selection, taken, plan, tokensAfter };
    draft.clearExtras();
    // Aim below the reached tokens, not below the last goal: otherwise the same units are selected again.
    goal = Math.min(goal, reached) - (tokensAfter - targetTokens) * 2 ** round;
  }
  const plan = explain(await draft.planAt(0));
  const tokensAfter = await tokensWith(plan);
  return tokensAfter <= targetTokens ? { selection, taken: 0, plan, tokensAfter } : undefined;
}
