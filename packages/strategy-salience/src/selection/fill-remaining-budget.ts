import { isKey, isTrivial, unitLength } from '../reading/parsed-text.ts';
import type { Selection } from './selection.ts';

/** A selection that leaves tokens unspent. */
interface RemainingBudget {
  readonly selection: Selection;
  /** Number of selected units of the ranking. */
  readonly selectedCount: number;
  readonly tokensAt: (selectedCount: number) => Promise<number>;
  readonly targetTokens: number;
}

/** A distance to the target below this share is accepted. */
const CLOSE = 0.004;
/**
 * Overhead of a unit in characters: a line break, and a gap marker if it stands alone. The largest first, then the smallest; repeated,
 * because estimators differ.
 */
const UNIT_OVERHEADS = [6, 1, 1, 1] as const;
/** Tokens below which filling stops. */
const MIN_BUDGET = 1;
/** Units that are tried one by one at the end. */
const TRIALS = 64;

/** Spends the remaining tokens on units that fit: the next in the ranking, then the newest, then any small ones. */
export async function fillRemainingBudget(request: RemainingBudget): Promise<void> {
  const { selection, selectedCount, tokensAt, targetTokens } = request;
  const { renderer } = selection;
  const budgetLeft = async (): Promise<number> => targetTokens - (await tokensAt(selectedCount));
  for (const overheadCharacters of UNIT_OVERHEADS) {
    const budget = await budgetLeft();
    if (budget <= CLOSE * targetTokens) return;
    const added = choose(request, budget, overheadCharacters);
    for (const unit of added) renderer.setExtra(unit, true);
    while (added.length > 0 && (await budgetLeft()) < 0) {
      // Over the target: undo the later half at once.
      for (const unit of added.splice(Math.floor(added.length / 2))) renderer.setExtra(unit, false);
    }
  }
  let budget = await budgetLeft();
  let trials = 0;
  for (const unit of remainderCandidates(request)) {
    if (trials === TRIALS || budget <= Math.max(MIN_BUDGET, CLOSE * targetTokens)) return;
    if (costOf(request, unit, 0) > budget) continue;
    trials += 1;
    renderer.setExtra(unit, true);
    const left = await budgetLeft();
    // A unit that adds no tokens is not visible in the output.
    if (left < 0 || left >= budget) renderer.setExtra(unit, false);
    else budget = left;
  }
}

/** Returns as many candidates as should fit into the given tokens. */
function choose(request: RemainingBudget, budget: number, overheadCharacters: number): number[] {
  const chosen: number[] = [];
  let left = budget;
  for (const unit of remainderCandidates(request)) {
    if (left <= MIN_BUDGET) break;
    const cost = costOf(request, unit, overheadCharacters);
    if (cost > left) continue;
    left -= cost;
    chosen.push(unit);
  }
  return chosen;
}

/** Returns the expected cost of a unit in tokens, with `overheadCharacters` in addition to its own. */
function costOf({ selection }: RemainingBudget, unit: number, overheadCharacters: number): number {
  const { unitIndex } = selection.ranking;
  const passage = unitIndex.passageOf[unit]!;
  const { reading, costPerCharacter = 1 } = unitIndex.passages[passage]!;
  return (
    (unitLength(reading, unit - unitIndex.firstUnit[passage]!) + overheadCharacters) *
    costPerCharacter
  );
}

/** Maximum length of other texts after user text had to be removed, in UTF-16 units: one or two lines (law 3). */
const CRUMBS_LENGTH = 160;
/** Exhausted or not, mentioned elsewhere or not. */
const GROUPS = [
  [false, false],
  [true, false],
  [false, true],
] as const;

/**
 * Yields candidates for the remaining tokens: the next in the ranking, then the newest. In a selection of user text, a remainder too small
 * for any of it goes to other texts. Content of the tail is repeated only if nothing else is left.
 */
function* remainderCandidates(request: RemainingBudget): Generator<number> {
  const { unitIndex, order, selectionRanks, isCovered } = request.selection.ranking;
  for (let place = request.selectedCount; place < order.length; place += 1) {
    if (mayStay(request, order[place]!, false)) yield order[place]!;
  }
  const fitsRemainder = createRemainderCheck(request);
  for (const [wantsSpent, wantsCovered] of GROUPS) {
    for (let unit = unitIndex.units - 1; unit >= 0; unit -= 1) {
      if (selectionRanks[unit]! < order.length || isCovered(unit) !== wantsCovered) continue;
      if (!mayStay(request, unit, wantsSpent)) continue;
      if (!wantsSpent || fitsRemainder(unit)) yield unit;
    }
  }
}

function mayStay(
  { selection: { ranking, renderer }, selectedCount }: RemainingBudget,
  unit: number,
  wantsSpent: boolean,
): boolean {
  const { unitIndex } = ranking;
  const passage = unitIndex.passageOf[unit]!;
  const { reading, role, isKept, isReplaced, isExhausted = false } = unitIndex.passages[passage]!;
  if (isKept === true || isReplaced === true || isExhausted !== wantsSpent) return false;
  // Reasoning goes before user text.
  if (isExhausted && role === 'reasoning') return false;
  const own = unit - unitIndex.firstUnit[passage]!;
  return !isTrivial(reading, own) && !isKey(reading, own) && !renderer.isKept(unit, selectedCount);
}

/**
 * Creates a check that charges a unit's length to what its passage may keep next to user text, in UTF-16 units; it returns whether the unit
 * fits.
 */
function createRemainderCheck({
  selection: { ranking, renderer },
  selectedCount,
}: RemainingBudget) {
  const { passageOf, firstUnit, passages } = ranking.unitIndex;
  const left = new Map<number, number>();
  const lengthOf = (unit: number, passage: number): number =>
    unitLength(passages[passage]!.reading, unit - firstUnit[passage]!) + 1;
  return (unit: number): boolean => {
    const passage = passageOf[unit]!;
    let remaining = left.get(passage);
    if (remaining === undefined) {
      remaining = CRUMBS_LENGTH;
      for (let own = firstUnit[passage]!; own < firstUnit[passage + 1]!; own += 1) {
        if (renderer.isKept(own, selectedCount)) remaining -= lengthOf(own, passage);
      }
    }
    const after = remaining - lengthOf(unit, passage);
    left.set(passage, after < 0 ? remaining : after);
    return after >= 0;
  };
}
