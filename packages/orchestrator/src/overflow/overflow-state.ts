import type { IContent, ProvenanceRecord } from '@palimpsest/core-types';
import { applyPlan, repairHistory, type EditPlan } from '@palimpsest/history';

/** A request in progress. History and pending entries are one list, so that tool exchanges across the border stay whole. */
export interface OverflowState {
  readonly entries: readonly IContent[];
  /** Index of the first pending entry. */
  readonly pendingFrom: number;
  /** Provenance of each entry, by index in the given request. */
  readonly provenance: readonly ProvenanceRecord[];
}

/** Returns the state of a request as given. */
export function createOverflowState(
  history: readonly IContent[],
  pending: readonly IContent[],
): OverflowState {
  const entries = [...history, ...pending];
  const provenance = entries.map((_, at) => ({ sources: [at], reason: 'kept' as const }));
  return { entries, pendingFrom: history.length, provenance };
}

/** Returns the repaired request and the entries it touched; `undefined` if nothing was broken. Generated entries have no sources. */
export function repairState(
  state: OverflowState,
): { readonly state: OverflowState; readonly touched: readonly number[] } | undefined {
  const { history: entries, repairs, origins } = repairHistory(state.entries);
  if (origins === undefined) return undefined;
  const first = origins.findIndex((origin) => origin >= state.pendingFrom);
  const provenance = entries.map((entry, at): ProvenanceRecord => {
    const origin = origins[at]!;
    const isKept = state.entries[origin] === entry;
    return { sources: origin < 0 ? [] : [origin], reason: isKept ? 'kept' : 'repair' };
  });
  const pendingFrom = first < 0 ? entries.length : first;
  const touched = [...new Set(repairs.map(({ index }) => index))].toSorted((a, b) => a - b);
  return { state: { entries, pendingFrom, provenance }, touched };
}

/** Applies a plan. Entries inserted at the border belong to the history. */
export function applyToState(state: OverflowState, plan: EditPlan): OverflowState {
  const { history: entries, provenance } = applyPlan(state.entries, plan);
  let { pendingFrom } = state;
  for (const at of plan.removals) if (at < state.pendingFrom) pendingFrom -= 1;
  for (const at of plan.insertions?.keys() ?? []) if (at <= state.pendingFrom) pendingFrom += 1;
  return {
    entries,
    pendingFrom,
    provenance: provenance.map(({ sources, reason }) => {
      const [source] = sources;
      if (reason === 'kept') return state.provenance[source!]!;
      return { sources: sources.flatMap((at) => state.provenance[at]!.sources), reason };
    }),
  };
}

/** Returns the indices in the given request that a plan removes or changes, ascending. */
export function listTouchedEntries({ provenance }: OverflowState, plan: EditPlan): number[] {
  const touched = new Set<number>();
  for (const at of [...plan.removals, ...plan.replacements.keys()]) {
    for (const source of provenance[at]!.sources) touched.add(source);
  }
  return [...touched].toSorted((a, b) => a - b);
}
