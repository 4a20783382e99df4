import {
  CompressionStrategyError,
  type DensityResult,
  type IContent,
  type ProvenanceRecord,
} from '@palimpsest/core-types';
import { keepTurns, type PlacedEntry } from '../turns/keep-turns.ts';

/** Edited entries by index; `undefined` removes an entry. */
export type EntryEdits = ReadonlyMap<number, IContent | undefined>;

/** Edits of a history that are decided but not applied. */
export interface EditPlan {
  readonly edits: EntryEdits;
  /** New entries by the index of the entry they precede; `history.length` appends. */
  readonly insertions?: ReadonlyMap<number, PlacedEntry>;
  /** Ascending indices of the entries that an edited entry represents, for summaries of several. */
  readonly merges?: ReadonlyMap<number, readonly number[]>;
}

/** Returns whether a plan changes nothing. */
export function isEmpty({ edits, insertions }: EditPlan): boolean {
  return edits.size === 0 && (insertions?.size ?? 0) === 0;
}

/**
 * Applies a plan. Entries keep their order. Where the plan brings turns of one role together, they are joined or separated: see `keepTurns`.
 *
 * @throws {CompressionStrategyError} `EDIT_INDEX_OUT_OF_BOUNDS` when the plan edits an entry that does not exist
 */
export function applyPlan(
  history: readonly IContent[],
  { edits, insertions, merges }: EditPlan,
): { readonly history: IContent[]; readonly provenance: ProvenanceRecord[] } {
  assertIndices(history, edits.keys());
  const planned: PlacedEntry[] = [];
  for (let index = 0; index <= history.length; index += 1) {
    const insertion = insertions?.get(index);
    if (insertion !== undefined) planned.push(insertion);
    const isEdited = edits.has(index);
    const entry = isEdited ? edits.get(index) : history[index];
    if (entry === undefined) continue;
    const merged = merges?.get(index);
    const reason = merged !== undefined ? 'summary' : isEdited ? 'reduced' : 'kept';
    planned.push({ entry, sources: merged ?? [index], reason });
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

/** @throws {CompressionStrategyError} for the first index without an entry */
export function assertIndices(
  history: readonly IContent[],
  indices: Iterable<number>,
  code = 'EDIT_INDEX_OUT_OF_BOUNDS',
): void {
  for (const index of indices) {
    if (index in history) continue;
    const message = `An edit of entry ${index}: expected a whole number from 0 to ${history.length - 1}.`;
    throw new CompressionStrategyError(message, code);
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
  assertIndices(history, [...removals, ...replacements.keys()], 'DENSITY_INDEX_OUT_OF_BOUNDS');
  const removed = new Set<number>();
  for (const index of removals) {
    if (removed.has(index)) throw densityError(index, 'removes it twice', 'DENSITY_INVALID_RESULT');
    if (replacements.has(index))
      throw densityError(index, 'both removes and replaces it', 'DENSITY_CONFLICT');
    removed.add(index);
  }
  const edited = history.map((entry, index) => replacements.get(index) ?? entry);
  return edited.filter((_, index) => !removed.has(index));
}

function densityError(index: number, fault: string, code: string): CompressionStrategyError {
  const message = `An edit of entry ${index}: expected one edit, but the density result ${fault}.`;
  return new CompressionStrategyError(message, code);
}
