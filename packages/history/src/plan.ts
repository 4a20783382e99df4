import type { IContent, ProvenanceReason, ProvenanceRecord } from '@palimpsest/core-types';

/** A decision about a history. Nothing has happened yet; it can be read, refused or thrown away. */
export interface HistoryPlan {
  readonly removals: ReadonlySet<number>;
  readonly replacements: ReadonlyMap<number, IContent>;
  /** New entries, each placed before the entry of that index; `history.length` places it at the end. */
  readonly insertions?: ReadonlyMap<
    number,
    { readonly entry: IContent; readonly reason: ProvenanceReason }
  >;
}

export interface AppliedPlan {
  readonly history: IContent[];
  readonly provenance: ProvenanceRecord[];
}

/** Carries a plan out in one pass. Entries keep their order; an entry both removed and replaced is removed. */
export function applyPlan(
  history: readonly IContent[],
  { removals, replacements, insertions }: HistoryPlan,
): AppliedPlan {
  const result: IContent[] = [];
  const provenance: ProvenanceRecord[] = [];
  const removed: number[] = [];
  for (let index = 0; index <= history.length; index += 1) {
    const insertion = insertions?.get(index);
    if (insertion !== undefined) {
      result.push(insertion.entry);
      provenance.push({ sources: removed.splice(0), reason: insertion.reason });
    }
    if (index === history.length) break;
    if (removals.has(index)) {
      removed.push(index);
      continue;
    }
    const replacement = replacements.get(index);
    result.push(replacement ?? history[index]!);
    provenance.push({ sources: [index], reason: replacement === undefined ? 'kept' : 'reduced' });
  }
  return { history: result, provenance };
}

/** The history a plan leads to, without the record of how: for estimates of plans that may still be thrown away. */
export function plannedHistory(
  history: readonly IContent[],
  { removals, replacements, insertions }: HistoryPlan,
): IContent[] {
  const result: IContent[] = [];
  for (let index = 0; index <= history.length; index += 1) {
    const insertion = insertions?.get(index);
    if (insertion !== undefined) result.push(insertion.entry);
    if (index < history.length && !removals.has(index)) {
      result.push(replacements.get(index) ?? history[index]!);
    }
  }
  return result;
}
