import type { CompressionContext, IContent, ToolTaxonomy } from '@palimpsest/core-types';
import { createIsProtected, indexExchanges, resolveTargetTokens } from '@palimpsest/history';
import { findPlanCalls } from './plan-calls.ts';

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
