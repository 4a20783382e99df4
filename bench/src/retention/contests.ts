import type { FamilyName } from './families.ts';
import { CUTS, FEW_BUDGETS, MAIN_CUT, MAIN_FAMILIES, PROSE_FAMILIES, type Cut } from './places.ts';

/** Sessions whose agent was compacted for real, as a family of their own. */
export const COMPACTED = 'compacted sessions';
/** What that agent's own model left of them, by its name in tables. */
const MODEL_SUMMARY = 'model summary';

/** Two methods that are given the same room of every conversation. */
export interface Contest {
  readonly ours: string;
  readonly theirs: string;
  /** Who takes what it takes; the other is given the very same. */
  readonly room: 'ours' | 'theirs';
  readonly families: readonly (FamilyName | typeof COMPACTED)[];
  readonly cuts: readonly Cut[];
  /** Of the one who sets the room. */
  readonly budgets: readonly number[];
}

/** What people do to tool results, and what `high-density` does better or worse. */
const MASKS = [
  'mask old results',
  'newest 10 results',
  'AI SDK pruneMessages',
  'LangChain ClearToolUsesEdit',
];

/** What people would take in place of a model that summarizes. */
const SUMMARIZERS = ['salience', 'high-density', 'extractive', 'newest only'];

/** Who is held against whom, among methods of these names. */
export function contestsAmong(names: readonly string[]): Contest[] {
  const budgets = FEW_BUDGETS;
  const others = names.filter((name) => name !== 'salience' && name !== 'everything');
  const between = (ours: string, theirs: string, families = MAIN_FAMILIES): Contest => ({
    ours,
    theirs,
    room: 'theirs',
    families,
    cuts: [MAIN_CUT],
    budgets,
  });
  return [
    ...others.map((theirs) => between('salience', theirs)),
    ...names.filter(isMask).map((theirs) => between('high-density', theirs)),
    { ...between('high-density', 'mask old results'), room: 'ours' },
    between('extractive', 'head and tail', PROSE_FAMILIES),
    { ...between('extractive', 'head and tail', PROSE_FAMILIES), room: 'ours' },
    ...SUMMARIZERS.filter((ours) => names.includes(ours)).map((ours) => ({
      ...between(ours, MODEL_SUMMARY),
      families: [COMPACTED] as const,
      cuts: CUTS,
    })),
  ];
}

function isMask(name: string): boolean {
  return MASKS.some((mask) => name.startsWith(mask));
}
