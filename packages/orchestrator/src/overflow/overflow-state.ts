import type { IContent, ProvenanceRecord } from '@palimpsest/core-types';
import { applyPlan, repairHistory, type EditPlan } from '@palimpsest/history';

/** A request on its way to the limit: history and what is pending in one line, so that pairs across the border stay pairs. */
export interface OverflowState {
  readonly entries: readonly IContent[];
  /** Index of the first pending entry. */
  readonly pendingFrom: number;
  /** For each entry what it stands for, by index in the request as it was given. */
  readonly provenance: readonly ProvenanceRecord[];
}

/** The request as it was given. */
export function createOverflowState(
  history: readonly IContent[],
  pending: readonly IContent[],
): OverflowState {
  const entries = [...history, ...pending];
  const provenance = entries.map((_, at) => ({ sources: [at], reason: 'kept' as const }));
  return { entries, pendingFrom: history.length, provenance };
}

/** The request made whole, and what was touched for it; `undefined` where nothing was broken. What was made anew stands for no entry. */
export function repairState(
  draft: OverflowState,
): { readonly draft: OverflowState; readonly touched: readonly number[] } | undefined {
  const { history: entries, repairs, origins } = repairHistory(draft.entries);
  if (origins === undefined) return undefined;
  const first = origins.findIndex((origin) => origin >= draft.pendingFrom);
  const provenance = entries.map((entry, at): ProvenanceRecord => {
    const origin = origins[at]!;
    const isKept = draft.entries[origin] === entry;
    return { sources: origin < 0 ? [] : [origin], reason: isKept ? 'kept' : 'repair' };
  });
  const pendingFrom = first < 0 ? entries.length : first;
  const touched = [...new Set(repairs.map(({ index }) => index))].toSorted((a, b) => a - b);
  return { draft: { entries, pendingFrom, provenance }, touched };
}

/** The request after a plan for its entries. What a plan inserts at the border belongs to the history. */
export function applyToState(draft: OverflowState, plan: EditPlan): OverflowState {
  const { history: entries, provenance } = applyPlan(draft.entries, plan);
  let { pendingFrom } = draft;
  for (const at of plan.removals) if (at < draft.pendingFrom) pendingFrom -= 1;
  for (const at of plan.insertions?.keys() ?? []) if (at <= draft.pendingFrom) pendingFrom += 1;
  return {
    entries,
    pendingFrom,
    provenance: provenance.map(({ sources, reason }) => {
      const [source] = sources;
      if (reason === 'kept') return draft.provenance[source!]!;
      return { sources: sources.flatMap((at) => draft.provenance[at]!.sources), reason };
    }),
  };
}

/** Indices in the given request of the entries a plan takes away or changes, ascending. */
export function listTouchedEntries({ provenance }: OverflowState, plan: EditPlan): number[] {
  const touched = new Set<number>();
  for (const at of [...plan.removals, ...plan.replacements.keys()]) {
    for (const source of provenance[at]!.sources) touched.add(source);
  }
  return [...touched].toSorted((a, b) => a - b);
}
