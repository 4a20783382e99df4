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
  /** Tokens of the whole history beside those of its entries. */
  readonly besideEntries: number;
  /** Adds the explanation of marks to a plan that has room for it. */
  readonly explain: (plan: EditPlan) => EditPlan;
  /** Tokens of the whole history with some entries changed. */
  readonly tokensWith: (plan: EditPlan) => Promise<number>;
  readonly signal?: AbortSignal | undefined;
}

/** What is kept, and what becomes of the entries that may be reduced. */
export interface SelectionResult {
  readonly selection: Selection;
  /** How many units of the ranking are kept. */
  readonly taken: number;
  readonly plan: EditPlan;
  readonly tokensAfter: number;
}

/** Most of the target that lines may take which tell how commands ended. */
const OUTCOME_SHARE = 0.05;

/** An estimator that does not add up over entries is asked for less so often. */
const MOST_ROUNDS = 4;

/** Keeps as much as fits: of everything ordinary, with leaner calls where that is too much, of human text where even that is. */
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
  // The explanation of marks goes before the target is missed: a second compression, which finds short texts, would not add it either (law 6).
  for (const selection of tried) {
    const plan = await selection.draft.planAt(0);
    const tokensAfter = await tokensWith(plan);
    if (tokensAfter <= targetTokens) return { selection, taken: 0, plan, tokensAfter };
  }
  // Where the target cannot be met, what people demanded stays: to leave it out would not meet it either.
  const selection = withDemands!;
  const plan = explain(await selection.draft.planAt(0));
  return { selection, taken: 0, plan, tokensAfter: await tokensWith(plan) };
}

/** What is tried, one after another, until the target can be met. */
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

/** Takes units of a selection until it fits; `undefined` where not even its least does. */
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
    // Below what was reached, not below what was aimed at: otherwise the same is chosen again.
    goal = Math.min(goal, reached) - (tokensAfter - targetTokens) * 2 ** round;
  }
  const plan = explain(await draft.planAt(0));
  const tokensAfter = await tokensWith(plan);
  return tokensAfter <= targetTokens ? { selection, taken: 0, plan, tokensAfter } : undefined;
}
