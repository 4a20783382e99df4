import type {
  CompressionContext,
  ContentBlock,
  IContent,
  ToolCallBlock,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import {
  createIsProtected,
  indexExchanges,
  resolveTargetTokens,
  type ExchangeIndex,
} from '@palimpsest/history';

/** The calls of a history that write the agent's plan, or a task of it. */
export interface PlanCalls {
  /** Per plan and task, the newest call that did not fail, with the index of its entry; in the order of the history. */
  readonly newest: readonly { readonly call: ToolCallBlock; readonly entry: number }[];
  /** Calls superseded by a newer call for the same plan: tasks that they list as open may be finished. */
  readonly replaced: ReadonlySet<ContentBlock>;
}

/** Finds the calls that write plans (issue 27). A failed call replaces none. */
export function findPlanCalls({ exchanges }: ExchangeIndex, taxonomy: ToolTaxonomy): PlanCalls {
  const newest = new Map<string, PlanCalls['newest'][number]>();
  const replaced = new Set<ContentBlock>();
  for (const { calls } of exchanges) {
    for (const { call, entry, response } of calls) {
      const use = taxonomy.describe(call.name, call.parameters);
      const { plan } = use;
      if (plan === undefined) continue;
      if (response !== undefined && taxonomy.hasFailed(use, response.response)) continue;
      const before = newest.get(plan);
      if (before !== undefined) replaced.add(before.call);
      // Deleted first: a map keeps the place of a known key.
      newest.delete(plan);
      newest.set(plan, { call, entry });
    }
  }
  return { newest: [...newest.values()], replaced };
}

/** Maximum share of the target for entries that stay because of their plans. */
const PLAN_SHARE = 0.1;

/**
 * Returns the context with the entries of the agent's newest plan pinned, as far as they fit into a tenth of the target, newest first: without
 * it, an older plan would show finished tasks as open (issue 27).
 *
 * @param taxonomy knows the tools that write plans. @default the presets of `@palimpsest/tool-taxonomy`
 */
export async function pinPlan(
  context: CompressionContext,
  taxonomy?: ToolTaxonomy,
): Promise<CompressionContext> {
  const { history, pinned, estimateTokens } = context;
  const index = indexExchanges(history);
  if (index.exchanges.length === 0) return context;
  // Loaded only for histories with calls: some strategies need no taxonomy.
  const known = taxonomy ?? (await import('@palimpsest/tool-taxonomy')).defaultToolTaxonomy;
  const isProtected = createIsProtected(pinned);
  const plans = new Set<IContent>();
  let left = PLAN_SHARE * resolveTargetTokens(context);
  for (const { entry } of findPlanCalls(index, known).newest.toReversed()) {
    const own = history[entry]!;
    if (plans.has(own) || isProtected(own)) continue;
    const tokens = await estimateTokens([own]);
    // The older entries could show a task as open that this one finished.
    if (tokens > left) break;
    left -= tokens;
    plans.add(own);
  }
  if (plans.size === 0) return context;
  return { ...context, pinned: (entry) => pinned?.(entry) === true || plans.has(entry) };
}
