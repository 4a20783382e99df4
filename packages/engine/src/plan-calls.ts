import type {
  CompressionContext,
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
  /** Per plan name, the newest call that did not fail, with the index of its entry; in the order of the history. */
  readonly newest: readonly { readonly call: ToolCallBlock; readonly entry: number }[];
  /** Calls with an outdated task state: a newer call wrote the same plan. */
  readonly replaced: ReadonlySet<ToolCallBlock>;
}

/** Finds the calls that write plans (issue 27). A failed call replaces none; a pending one counts as not failed. */
export function findPlanCalls({ exchanges }: ExchangeIndex, taxonomy: ToolTaxonomy): PlanCalls {
  const newest = new Map<string, PlanCalls['newest'][number]>();
  const replaced = new Set<ToolCallBlock>();
  for (const { calls } of exchanges) {
    for (const { call, entry, response } of calls) {
      const use = taxonomy.describe(call.name, call.parameters);
      const { plan } = use;
      if (plan === undefined) continue;
      if (response !== undefined && taxonomy.hasFailed(use, response.response)) continue;
      const before = newest.get(plan);
      if (before !== undefined) replaced.add(before.call);
      // Moves the plan to the end: a map keeps insertion order.
      newest.delete(plan);
      newest.set(plan, { call, entry });
    }
  }
  return { newest: [...newest.values()], replaced };
}

/** Maximum share of the target for entries that stay because of their plans. */
const PLAN_SHARE = 0.1;

/**
 * Returns the context with the entries of the agent's newest plan pinned, newest first, until one exceeds the rest of a tenth of the target.
 * Otherwise an older plan would show finished tasks as open (issue 27).
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
  let remainingTokens = PLAN_SHARE * resolveTargetTokens(context);
  for (const { entry } of findPlanCalls(index, known).newest.toReversed()) {
    const planEntry = history[entry]!;
    if (plans.has(planEntry) || isProtected(planEntry)) continue;
    const tokens = await estimateTokens([planEntry]);
    // The older entries could show a task as open that this one finished.
    if (tokens > remainingTokens) break;
    remainingTokens -= tokens;
    plans.add(planEntry);
  }
  if (plans.size === 0) return context;
  return { ...context, pinned: (entry) => pinned?.(entry) === true || plans.has(entry) };
}
