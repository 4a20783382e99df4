import {
  CompressionStrategyError,
  type DensityResult,
  type IContent,
  type ProvenanceRecord,
} from '@palimpsest/core-types';

/** Edits of a history that are decided but not applied. */
export interface EditPlan {
  readonly removals: ReadonlySet<number>;
  readonly replacements: ReadonlyMap<number, IContent>;
  /** New entries by the index of the entry they precede; `history.length` appends. */
  readonly insertions?: ReadonlyMap<number, Insertion>;
  /** Ascending indices of the entries that a replacement represents, for summaries of several. */
  readonly merges?: ReadonlyMap<number, readonly number[]>;
}

/** A copy of a plan, to be changed. */
interface PlanCopy extends EditPlan {
  readonly removals: Set<number>;
  readonly replacements: Map<number, IContent>;
  readonly merges: Map<number, readonly number[]>;
}

export function copyPlan(plan: EditPlan): PlanCopy {
  return {
    ...plan,
    removals: new Set(plan.removals),
    replacements: new Map(plan.replacements),
    merges: new Map(plan.merges),
  };
}

export interface Insertion extends ProvenanceRecord {
  readonly entry: IContent;
}

/** Applies a plan. Entries keep their order; an entry both removed and replaced is removed. */
export function applyPlan(
  history: readonly IContent[],
  plan: EditPlan,
): { readonly history: IContent[]; readonly provenance: ProvenanceRecord[] } {
  return { history: previewPlan(history, plan), provenance: planProvenance(history, plan) };
}

/**
 * Returns the history after a plan, without provenance.
 *
 * @throws {CompressionStrategyError} `EDIT_INDEX_OUT_OF_BOUNDS` when the plan removes or replaces an entry that does not exist
 */
export function previewPlan(
  history: readonly IContent[],
  { removals, replacements, insertions }: EditPlan,
): IContent[] {
  assertIndices(history, removals);
  assertIndices(history, replacements.keys());
  // Faster than a lookup of every entry.
  const replaced = [...history];
  for (const [index, entry] of replacements) replaced[index] = entry;
  if (removals.size === 0 && (insertions?.size ?? 0) === 0) return replaced;
  const result: IContent[] = [];
  for (let index = 0; index <= history.length; index += 1) {
    const insertion = insertions?.get(index);
    if (insertion !== undefined) result.push(insertion.entry);
    if (index < history.length && !removals.has(index)) result.push(replaced[index]!);
  }
  return result;
}

/** Returns the provenance of each entry of `previewPlan`. */
export function planProvenance(
  history: readonly IContent[],
  { removals, replacements, insertions, merges }: EditPlan,
): ProvenanceRecord[] {
  const provenance: ProvenanceRecord[] = [];
  for (let index = 0; index <= history.length; index += 1) {
    const insertion = insertions?.get(index);
    if (insertion !== undefined) {
      provenance.push({ sources: insertion.sources, reason: insertion.reason });
    }
    if (index === history.length || removals.has(index)) continue;
    const merged = merges?.get(index);
    if (merged !== undefined) provenance.push({ sources: merged, reason: 'summary' });
    else
      provenance.push({ sources: [index], reason: replacements.has(index) ? 'reduced' : 'kept' });
  }
  return provenance;
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
 * (an index both removed and replaced), before any edit (REQ-HD-001.6, 001.7)
 */
export function applyDensityResult(
  history: readonly IContent[],
  { removals, replacements }: Pick<DensityResult, 'removals' | 'replacements'>,
): IContent[] {
  const removed = new Set<number>();
  for (const index of removals) {
    assertWithin(history, index, 'removes');
    if (removed.has(index)) {
      throw new CompressionStrategyError(
        `The density result removes index ${index} twice; each index may stand once.`,
        'DENSITY_INVALID_RESULT',
      );
    }
    removed.add(index);
  }
  for (const index of replacements.keys()) {
    assertWithin(history, index, 'replaces');
    if (removed.has(index)) {
      throw new CompressionStrategyError(
        `The density result both removes and replaces index ${index}; it may do one of the two.`,
        'DENSITY_CONFLICT',
      );
    }
  }
  return previewPlan(history, { removals: removed, replacements });
}

function assertWithin(history: readonly IContent[], index: number, verb: string): void {
  if (Number.isInteger(index) && index >= 0 && index < history.length) return;
  const possible =
    history.length === 0
      ? 'none is possible in an empty history'
      : `whole numbers from 0 to ${history.length - 1} are possible here`;
  throw new CompressionStrategyError(
    `The density result ${verb} index ${index}; ${possible}.`,
    'DENSITY_INDEX_OUT_OF_BOUNDS',
  );
}
