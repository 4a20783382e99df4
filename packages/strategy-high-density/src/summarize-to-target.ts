import type { TokenEstimator } from '@palimpsest/core-types';
import { previewPlan, type ExchangeIndex, type EditPlan } from '@palimpsest/history';
import { restoreWithinTarget, type FittedPlan } from './restore-within-target.ts';
import { summarizeHead, type Head, type SparedResults } from './summarize-head.ts';
import { shortenSummaries } from './shorten-summaries.ts';

export interface SummarizeRequest {
  readonly index: ExchangeIndex;
  /** Token count of the given history, by `estimateTokens`. */
  readonly tokens: number;
  readonly targetTokens: number;
  readonly estimateTokens: TokenEstimator;
  readonly head: Head;
  readonly signal: AbortSignal | undefined;
}

/** Plans a line for every tool result of the head, whatever the target is (REQ-HD-008.3). */
export function summarizeAll(
  request: SummarizeRequest,
  spares: SparedResults,
): Promise<FittedPlan> | FittedPlan {
  return counted(request, summarizeHead(request.index, { ...request.head, spares }));
}

/**
 * Plans lines for all results; for an explicit target no more than needed, so that the newest results stay. If lines for all are not enough,
 * reduces the oldest to tool and status before anything else is removed, as their calls contain the rest.
 */
export async function summarizeToTarget(
  request: SummarizeRequest,
  isNamed: boolean,
): Promise<FittedPlan> {
  const { targetTokens, index, head } = request;
  const { history } = index;
  const lined = await summarizeAll(request, isNamed ? 'short' : 'none');
  if (lined.tokens <= targetTokens) {
    return isNamed
      ? await restoreWithinTarget({ ...request, ...lined, history, unreduced: history })
      : lined;
  }
  const terse = await counted(request, shortenSummaries(index, lined.plan, head));
  if (terse.tokens >= lined.tokens) return lined;
  if (terse.tokens >= targetTokens) return terse;
  const fullest = previewPlan(history, lined.plan);
  return await restoreWithinTarget({ ...request, ...terse, history, unreduced: fullest });
}

async function counted(
  { index, tokens, estimateTokens }: SummarizeRequest,
  plan: EditPlan,
): Promise<FittedPlan> {
  if (plan.replacements.size === 0) return { plan, tokens };
  return { plan, tokens: await estimateTokens(previewPlan(index.history, plan)) };
}
