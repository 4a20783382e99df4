import type { EditPlan } from '@palimpsest/history';
import type { Ranking } from '../ranking/rank.ts';
import {
  budgetOf,
  type Budget,
  type SelectionInput,
  type SelectionOptions,
} from './selection-input.ts';
import { fillRemainingBudget } from './fill-remaining-budget.ts';
import { findPartitionPoint } from './find-partition-point.ts';
import { selectFrom, type Selection } from './selection.ts';
import { LEANEST } from '../parts/skeletons.ts';

export interface Limits {
  readonly targetTokens: number;
  /** Tokens of the whole history beyond the sum of its entries. */
  readonly tokensBeyondEntries: number;
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
  readonly selectedCount: number;
  readonly plan: EditPlan;
  readonly tokensAfter: number;
}

/** Maximum share of the target for lines that state outcomes of commands. */
const OUTCOME_SHARE = 0.05;

/** Keeps all ordinary content that fits; `undefined` if calls or user text must be reduced further to meet the target. */
export async function selectOrdinary(
  input: SelectionInput,
  limits: Limits,
): Promise<SelectionResult | undefined> {
  const budget = budgetOf(input, limits.targetTokens, limits.tokensBeyondEntries);
  return await fitUnits(selectFrom(input, ordinaryOptions(budget)), limits);
}

/** Keeps as much as fits: all ordinary content; then with smaller calls; then, if needed, with reduced user text, then without the answer. */
export async function selectWithinBudget(
  input: SelectionInput,
  limits: Limits,
): Promise<SelectionResult> {
  const { targetTokens, tokensBeyondEntries, tokensWith, signal } = limits;
  const tried: Selection[] = [];
  let withDemands: Selection | undefined;
  const hasAnswer = input.retentionClasses.includes('answer');
  for (const options of stages(budgetOf(input, targetTokens, tokensBeyondEntries), hasAnswer)) {
    signal?.throwIfAborted();
    const selection = selectFrom(input, options);
    const kept = await fit(selection, limits);
    if (kept !== undefined) return kept;
    tried.push(selection);
    if (options.from !== 'ordinary') withDemands ??= selection;
  }
  // Drop the marker legend before the target is missed: a second compression, which finds short texts, would not add it either (law 6).
  for (const selection of tried) {
    const plan = await selection.renderer.planAt(0);
    const tokensAfter = await tokensWith(plan);
    if (tokensAfter <= targetTokens) return { selection, selectedCount: 0, plan, tokensAfter };
  }
  // If the target cannot be met, directives stay: removing them would not meet it either.
  return await resultOf(withDemands!, 0, limits);
}

function ordinaryOptions(budget: Budget): SelectionOptions {
  return { ...budget, from: 'ordinary', directiveShare: 1, outcomeShare: OUTCOME_SHARE };
}

/** Yields attempts in the order in which they are tried. */
function* stages(budget: Budget, hasAnswer: boolean): Generator<SelectionOptions> {
  const ordinary = ordinaryOptions(budget);
  yield ordinary;
  const shortest = { skeleton: LEANEST, outcomeShare: 0 };
  yield { ...ordinary, ...shortest };
  const unbounded = { ...budget, ...shortest, availableTokens: Number.MAX_SAFE_INTEGER };
  const human = { ...unbounded, from: 'human' } as const;
  yield { ...human, directiveShare: 1 };
  const last = { ...human, from: hasAnswer ? 'answer' : 'human' } as const;
  if (hasAnswer) yield { ...last, directiveShare: 1 };
  for (const directiveShare of [0.5, 0.25, 0]) yield { ...last, directiveShare };
}

/** Returns the result with some units of the ranking. */
async function resultOf(
  selection: Selection,
  selectedCount: number,
  { explain, tokensWith }: Limits,
): Promise<SelectionResult> {
  const plan = explain(await selection.renderer.planAt(selectedCount));
  return { selection, selectedCount, plan, tokensAfter: await tokensWith(plan) };
}

/** Maximum number of estimates of the whole for estimators that are not additive. */
const MAX_ESTIMATES = 4;

/** Reduces the units of a selection until it fits. Returns `undefined` if it has none left to reduce. */
async function fitUnits(
  selection: Selection,
  limits: Limits,
): Promise<SelectionResult | undefined> {
  const { targetTokens, tokensBeyondEntries } = limits;
  const { renderer, ranking } = selection;
  const fixedTokens = selection.irreducibleTokens + tokensBeyondEntries;
  const tokensAt = async (selectedCount: number): Promise<number> =>
    fixedTokens + (await renderer.tokensAt(selectedCount));
  let goal = targetTokens;
  for (let round = 0; round < MAX_ESTIMATES; round += 1) {
    if ((await tokensAt(0)) > goal) break;
    const selectedCount = await findLargestFit(ranking, tokensAt, goal);
    await fillRemainingBudget({ selection, selectedCount, tokensAt, targetTokens: goal });
    const reached = await tokensAt(selectedCount);
    const result = await resultOf(selection, selectedCount, limits);
    if (result.tokensAfter <= targetTokens) return result;
    renderer.clearExtras();
    // Aim below the reached tokens, not below the last goal: otherwise the same units are selected again.
    goal = Math.min(goal, reached) - (result.tokensAfter - targetTokens) * 2 ** round;
  }
  return undefined;
}

/** Does the same, and then tries the required units alone. Returns `undefined` if even they do not fit. */
async function fit(selection: Selection, limits: Limits): Promise<SelectionResult | undefined> {
  const kept = await fitUnits(selection, limits);
  if (kept !== undefined) return kept;
  const least = await resultOf(selection, 0, limits);
  return least.tokensAfter <= limits.targetTokens ? least : undefined;
}

/** A distance to the target below this share is accepted. */
const CLOSE = 0.003;
const MAX_ROUNDS = 12;

/**
 * Returns how many units of a ranking fit, by the estimator's count of the whole history. Interpolates by unit costs; usually
 * two or three rounds.
 */
async function findLargestFit(
  { costs }: Ranking,
  tokensAt: (selectedCount: number) => Promise<number>,
  targetTokens: number,
): Promise<number> {
  let [low, high] = [0, costs.length];
  if (high === 0) return 0;
  let lowTokens = await tokensAt(0);
  if (lowTokens > targetTokens) return 0;
  let highTokens = await tokensAt(high);
  if (highTokens <= targetTokens) return high;
  for (let round = 0; round < MAX_ROUNDS && high - low > 1; round += 1) {
    if (targetTokens - lowTokens <= CLOSE * targetTokens) break;
    const costLow = low === 0 ? 0 : costs[low - 1]!;
    const costHigh = costs[high - 1]!;
    const share = (targetTokens - lowTokens) / Math.max(1, highTokens - lowTokens);
    // Every third round bisects, which bounds the number of rounds for any estimator.
    const cost = costLow + share * (costHigh - costLow);
    const guess =
      round % 3 === 2
        ? (low + high) >> 1
        : findPartitionPoint(costs.length, (at) => costs[at]! > cost);
    const selectedCount = Math.min(high - 1, Math.max(low + 1, guess));
    const tokens = await tokensAt(selectedCount);
    if (tokens <= targetTokens) [low, lowTokens] = [selectedCount, tokens];
    else [high, highTokens] = [selectedCount, tokens];
  }
  return low;
}
