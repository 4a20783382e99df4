import type { IContent, ProvenanceRecord } from '@palimpsest/core-types';

/** A decision about a history. Nothing has happened yet; it can be read, refused or thrown away. */
export interface HistoryPlan {
  readonly removals: ReadonlySet<number>;
  readonly replacements: ReadonlyMap<number, IContent>;
  /** New entries, each placed before the entry of that index; `history.length` places it at the end. */
  readonly insertions?: ReadonlyMap<number, Insertion>;
}

export interface Insertion extends ProvenanceRecord {
  readonly entry: IContent;
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
  for (let index = 0; index <= history.length; index += 1) {
    const insertion = insertions?.get(index);
    if (insertion !== undefined) {
      result.push(insertion.entry);
      provenance.push({ sources: insertion.sources, reason: insertion.reason });
    }
    if (index === history.length) break;
    if (removals.has(index)) continue;
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
