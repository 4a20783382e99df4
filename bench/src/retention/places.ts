import { FAMILY_NAMES, type FamilyName } from './families.ts';

/** Targets, in per cent of the tokens. */
export const BUDGETS = [50, 35, 25, 15, 10] as const;

/** Lengths of the history, in per cent of a conversation's characters. */
export const CUTS = [50, 70, 85] as const;
export type Cut = (typeof CUTS)[number];

/** Cut at which everything is measured. */
export const MAIN_CUT = 70;

/** Budgets that are enough for the shape of a curve. */
export const FEW_BUDGETS = [50, 25, 10] as const;

/** Families with the most probes, measured at all cuts. */
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

/** Parts of the main families, and families with few probes, measured at one size. */
const SMALL_FAMILIES: ReadonlySet<FamilyName> = new Set<FamilyName>([
  'coding-openhands',
  'coding-swe-agent',
  'coding-pi',
  'coding-gemini-cli',
  'coding-aider',
  'service-tau-bench',
  'service-tau2-telecom',
]);

/** Returns the families that are measured at a cut, with their budgets. */
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
