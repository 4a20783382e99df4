import { FAMILY_NAMES, type FamilyName } from './families.ts';

/** Per cent of the characters that should be left. */
export const BUDGETS = [50, 35, 25, 15, 10] as const;

/** Per cent of a conversation's characters that are its history. */
export const CUTS = [50, 70, 85] as const;
export type Cut = (typeof CUTS)[number];

/** The cut at which everything is measured. */
export const MAIN_CUT = 70;

/** Enough to see how a curve runs. */
export const FEW_BUDGETS = [50, 25, 10] as const;

/** Those with most probes, measured at all cuts. */
export const MAIN_FAMILIES: readonly FamilyName[] = [
  'coding-claude-code',
  'other coding',
  'service dialogues',
];

/** Nothing there calls a tool. */
export const PROSE_FAMILIES: readonly FamilyName[] = [
  'coding-aider',
  'research-whowhen',
  'zh-crosswoz',
];

/** Parts of the main ones, and those with a handful of probes: one size shows how far they are from the rest. */
const SMALL_FAMILIES: ReadonlySet<FamilyName> = new Set<FamilyName>([
  'coding-openhands',
  'coding-swe-agent',
  'coding-pi',
  'coding-gemini-cli',
  'coding-aider',
  'service-tau-bench',
  'service-tau2-telecom',
]);

/** The families measured at a cut, and at which budgets. */
export function placesAt(
  cut: Cut,
): readonly { readonly family: FamilyName; readonly budgets: readonly number[] }[] {
  if (cut !== MAIN_CUT) {
    return MAIN_FAMILIES.map((family) => ({ family, budgets: FEW_BUDGETS }));
  }
  return FAMILY_NAMES.map((family) => {
    if (MAIN_FAMILIES.includes(family)) return { family, budgets: BUDGETS };
    return { family, budgets: SMALL_FAMILIES.has(family) ? [25] : FEW_BUDGETS };
  });
}
