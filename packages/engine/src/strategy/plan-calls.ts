import type { ToolCallBlock, ToolTaxonomy } from '@palimpsest/core-types';
import type { ExchangeIndex } from '../history/index.ts';

/** The calls of a history that write the agent's plan, or one task of it. */
export interface PlanCalls {
  /** For each `ToolUse.plan`, the newest call that did not fail, with the index of its entry; in the order of the history. */
  readonly newest: readonly { readonly call: ToolCallBlock; readonly entry: number }[];
  /** Calls whose plan a newer call wrote again. */
  readonly replaced: ReadonlySet<ToolCallBlock>;
}

/** Finds the calls that write plans. Ignores failed calls; a pending call has not failed. */
export function findPlanCalls({ exchanges }: ExchangeIndex, taxonomy: ToolTaxonomy): PlanCalls {
  const newest = new Map<string, PlanCalls['newest'][number]>();
  const replaced = new Set<ToolCallBlock>();
  for (const { calls } of exchanges) {
    for (const { call, entry, response } of calls) {
      const use = taxonomy.describe(call.name, call.parameters);
      const { plan } = use;
      if (plan === undefined) continue;
      if (response !== undefined && taxonomy.hasFailed(use, response.response)) continue;
      const previous = newest.get(plan);
      if (previous !== undefined) replaced.add(previous.call);
      // Moves the plan to the end of the map.
      newest.delete(plan);
      newest.set(plan, { call, entry });
    }
  }
  return { newest: [...newest.values()], replaced };
}
