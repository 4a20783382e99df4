import {
  CompressionStrategyError,
  type DensityResult,
  type IContent,
  type ProvenanceRecord,
} from '@palimpsest/core-types';
import { keepTurns, type PlacedEntry } from '../turns/keep-turns.ts';

/** Edits of a history that are decided but not applied. */
export interface EditPlan {
  readonly removals: ReadonlySet<number>;
  readonly replacements: ReadonlyMap<number, IContent>;
  /** New entries by the index of the entry they precede; `history.length` appends. */
  readonly insertions?: ReadonlyMap<number, PlacedEntry>;
  /** Ascending indices of the entries that a replacement represents, for summaries of several. */
  readonly merges?: ReadonlyMap<number, readonly number[]>;
}

/** Returns whether a plan changes nothing. */
export function isEmpty({ removals, replacements, insertions }: EditPlan): boolean {
  return removals.size === 0 && replacements.size === 0 && (insertions?.size ?? 0) === 0;
}

/**
 * Applies a plan. Entries keep their order; an entry both removed and replaced is removed. Where the plan brings turns of one role together,
 * they are joined or separated: see `keepTurns`.
 *
 * @throws {CompressionStrategyError} `EDIT_INDEX_OUT_OF_BOUNDS` when the plan removes or replaces an entry that does not exist
 */
export function applyPlan(
  history: readonly IContent[],
  { removals, replacements, insertions, merges }: EditPlan,
): { readonly history: IContent[]; readonly provenance: ProvenanceRecord[] } {
  assertIndices(history, removals);
  assertIndices(history, replacements.keys());
  const planned: PlacedEntry[] = [];
  for (let index = 0; index <= history.length; index += 1) {
    const insertion = insertions?.get(index);
    if (insertion !== undefined) planned.push(insertion);
    if (index === history.length || removals.has(index)) continue;
    const replacement = replacements.get(index);
    const merged = merges?.get(index);
    planned.push({
      entry: replacement ?? history[index]!,
      sources: merged ?? [index],
      reason: merged !== undefined ? 'summary' : replacement === undefined ? 'kept' : 'reduced',
    });
  }
  const placed = keepTurns(history, planned);
  return {
    history: placed.map(({ entry }) => entry),
    provenance: placed.map(({ sources, reason }) => ({ sources, reason })),
  };
}

/** Returns the history after a plan, without provenance: see `applyPlan`. */
export function previewPlan(history: readonly IContent[], plan: EditPlan): IContent[] {
  return applyPlan(history, plan).history;
}

/** Returns the index of the first element that is not the same object; `undefined` if all are. */
export function findFirstChange(
  before: readonly unknown[],
  after: readonly unknown[],
): number | undefined {
  if (before === after) return undefined;
  let index = 0;
  while (index < before.length && before[index] === after[index]) index += 1;
  return index === before.length && index === after.length ? undefined : index;
}

/** @throws {CompressionStrategyError} `EDIT_INDEX_OUT_OF_BOUNDS` for the first index without an entry */
export function assertIndices(history: readonly IContent[], indices: Iterable<number>): void {
  for (const index of indices) {
    if (index in history) continue;
    const message = `An edit of entry ${index}: expected an index from 0 to ${history.length - 1}.`;
    throw new CompressionStrategyError(message, 'EDIT_INDEX_OUT_OF_BOUNDS');
  }
}

/**
 * Applies the plan of `optimize`: replacements, then removals. All indices refer to the input history.
 *
 * @throws {CompressionStrategyError} `DENSITY_INDEX_OUT_OF_BOUNDS`, `DENSITY_INVALID_RESULT` (an index removed twice) or `DENSITY_CONFLICT`
 * (an index both removed and replaced), before any edit
 */
export function applyDensityResult(
  history: readonly IContent[],
  { removals, replacements }: Pick<DensityResult, 'removals' | 'replacements'>,
): IContent[] {
  for (const index of [...removals, ...replacements.keys()]) {
    if (index in history) continue;
    const message = `The density result edits index ${index}: expected a whole number from 0 to ${history.length - 1}.`;
    throw new CompressionStrategyError(message, 'DENSITY_INDEX_OUT_OF_BOUNDS');
  }
  const removed = new Set(removals);
  if (removed.size < removals.length) {
    const twice = removals.find((index, at) => removals.indexOf(index) !== at);
    const message = `The density result removes index ${twice} twice; each index may stand once.`;
    throw new CompressionStrategyError(message, 'DENSITY_INVALID_RESULT');
  }
  const both = removals.find((index) => replacements.has(index));
  if (both !== undefined) {
    const message = `The density result both removes and replaces index ${both}; it may do one of the two.`;
    throw new CompressionStrategyError(message, 'DENSITY_CONFLICT');
  }
  const edited = history.map((entry, index) => replacements.get(index) ?? entry);
  return edited.filter((_, index) => !removed.has(index));
}
