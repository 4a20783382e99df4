import type { FamilyName } from './families.ts';
import { CUTS, FEW_BUDGETS, MAIN_CUT, MAIN_FAMILIES, PROSE_FAMILIES, type Cut } from './places.ts';

/** Sessions that their agent's host compacted during the recording, as a separate family. */
export const COMPACTED = 'compacted sessions';
/** Name in tables of the summaries by that agent's own model. */
const MODEL_SUMMARY = 'model summary';

/** Two methods compared at equal size in every conversation. */
export interface Contest {
  readonly ours: string;
  readonly theirs: string;
  /** Which of the two determines the size; the other gets the same. */
  readonly room: 'ours' | 'theirs';
  readonly families: readonly (FamilyName | typeof COMPACTED)[];
  readonly cuts: readonly Cut[];
  /** Budgets of the method that determines the size. */
  readonly budgets: readonly number[];
}

/** Usual ways to reduce tool results, which `high-density` is compared with. */
const MASKS = [
  'mask old results',
  'newest 10 results',
  'AI SDK pruneMessages',
  'LangChain ClearToolUsesEdit',
];

/** Methods that could replace a summarizing model. */
const SUMMARIZERS = ['salience', 'high-density', 'extractive', 'newest only'];

/** Returns the comparisons among methods of these names. */
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
