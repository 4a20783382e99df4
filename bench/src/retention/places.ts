import { FAMILY_NAMES, type FamilyName } from './families.ts';
import { findMethod, METHOD_NAMES } from './methods.ts';

/** Targets, in per cent of the tokens. */
const BUDGETS = [50, 35, 25, 15, 10];

/** Budgets that are enough for the shape of a curve. */
export const FEW_BUDGETS: readonly number[] = [50, 25, 10];

/** The budget at which all measures are shown, and methods are compared at equal size. */
export const SHOWN_BUDGET = 25;

/** Families with the most probes. */
export const MAIN_FAMILIES: readonly FamilyName[] = [
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

/** Families with few probes, beside parts of the main families, that are measured at more than one size. */
const CURVES: ReadonlySet<FamilyName> = new Set(['research-whowhen', 'zh-crosswoz']);

/** Family, budget and method of a measurement. */
export interface Place {
  readonly family: FamilyName;
  /** Target, in per cent of the history's tokens; `null` if the method takes none. */
  readonly budget: number | null;
  readonly method: string;
}

/** Two methods where they are compared. `budget` is that of the other method, whose size ours gets. */
export interface EqualSizePlace extends Omit<Place, 'method'> {
  readonly ours: string;
  readonly theirs: string;
}

/** Returns the budgets at which a method is measured: a single `null` if it takes no target. */
export function budgetsFor(method: string, budgets: readonly number[]): readonly (number | null)[] {
  return findMethod(method).sized === false ? [null] : budgets;
}

/** Returns every place that is measured. */
export function allPlaces(): readonly Place[] {
  return FAMILY_NAMES.flatMap((family) =>
    METHOD_NAMES.flatMap((method) =>
      budgetsFor(method, budgetsOf(family)).map((budget) => ({ family, budget, method })),
    ),
  );
}

function budgetsOf(family: FamilyName): readonly number[] {
  if (MAIN_FAMILIES.includes(family)) return BUDGETS;
  return CURVES.has(family) ? FEW_BUDGETS : [SHOWN_BUDGET];
}

/** Returns the comparisons: `salience` with every other method, `high-density` with masks, `extractive` with the similar heads and tails. */
export function allContests(): readonly EqualSizePlace[] {
  const others = METHOD_NAMES.filter((name) => name !== 'salience' && name !== 'everything');
  return [
    ...others.flatMap((theirs) => between('salience', theirs)),
    ...between('high-density', 'mask old results'),
    ...between('extractive', 'head and tail', PROSE_FAMILIES),
  ];
}

function between(ours: string, theirs: string, families = MAIN_FAMILIES): EqualSizePlace[] {
  const [budget = null] = budgetsFor(theirs, [SHOWN_BUDGET]);
  return families.map((family) => ({ family, budget, ours, theirs }));
}
