import { FAMILY_NAMES, type FamilyName } from './families.ts';
import { EVERYTHING, findMethod, METHOD_NAMES } from './methods.ts';

/** The target, in per cent of the tokens, at which all measures are shown, and methods are compared at equal size. */
export const SHOWN_BUDGET = 25;

/** Targets that are enough for the shape of a curve. */
const CURVE: readonly number[] = [50, SHOWN_BUDGET, 10];

/** The method that is compared with all others. */
export const OURS = 'salience';

/** Families with the most probes, which have a curve each. */
const MAIN_FAMILIES: readonly FamilyName[] = [
  'coding-claude-code',
  'other coding',
  'service dialogues',
];

/** Families without tool calls. */
export const PROSE_FAMILIES: readonly FamilyName[] = [
  'coding-aider',
  'research-whowhen',
  'zh-crosswoz',
];

/** Family, budget and method of a measurement. */
export interface Place {
  readonly family: FamilyName;
  /** Target, in per cent of the history's tokens; `null` if the method takes none. */
  readonly budget: number | null;
  readonly method: string;
}

/** A family in which ours has the size of another method. */
export interface EqualSizePlace {
  readonly family: FamilyName;
  readonly theirs: string;
}

/** Returns the budgets at which a method is measured: a single `null` if it takes no target. */
export function budgetsFor(method: string, budgets = CURVE): readonly (number | null)[] {
  return findMethod(method).sized === false ? [null] : budgets;
}

/** Returns every place that is measured. */
export function allPlaces(): readonly Place[] {
  return FAMILY_NAMES.flatMap((family) =>
    METHOD_NAMES.flatMap((method) =>
      budgetsFor(method, MAIN_FAMILIES.includes(family) ? CURVE : [SHOWN_BUDGET]).map((budget) => ({
        family,
        budget,
        method,
      })),
    ),
  );
}

/** Returns the comparisons at equal size. */
export function allContests(): readonly EqualSizePlace[] {
  const others = METHOD_NAMES.filter((name) => name !== OURS && name !== EVERYTHING);
  return others.flatMap((theirs) => MAIN_FAMILIES.map((family) => ({ family, theirs })));
}
