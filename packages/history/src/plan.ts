import type { IContent, ProvenanceRecord } from '@palimpsest/core-types';

/** A decision about a history. Nothing has happened yet; it can be read, refused or thrown away. */
export interface EditPlan {
  readonly removals: ReadonlySet<number>;
  readonly replacements: ReadonlyMap<number, IContent>;
  /** New entries, each placed before the entry of that index; `history.length` places it at the end. */
  readonly insertions?: ReadonlyMap<number, Insertion>;
  /** Replacements that stand for several entries, as a summary does: all of them, ascending. */
  readonly merges?: ReadonlyMap<number, readonly number[]>;
}

export interface Insertion extends ProvenanceRecord {
  readonly entry: IContent;
}

export interface AppliedPlan {
  readonly history: IContent[];
  readonly provenance: ProvenanceRecord[];
}

/** Carries a plan out. Entries keep their order; an entry both removed and replaced is removed. */
export function applyPlan(history: readonly IContent[], plan: EditPlan): AppliedPlan {
  return { history: previewPlan(history, plan), provenance: planProvenance(history, plan) };
}

/** The history a plan leads to, without the record of how. */
export function previewPlan(
  history: readonly IContent[],
  { removals, replacements, insertions }: EditPlan,
): IContent[] {
  // Looking up every entry in a map costs more than the copy.
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

/** For each entry of `plannedHistory`, what it stands for. */
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
