import type { CompressionContext, NoopReason, IContent } from '@palimpsest/core-types';
import {
  createCheckedEstimator,
  repairHistory,
  resolveTargetTokens,
  type ResultInput,
} from '@palimpsest/history';
import { decideSalience, type Dependencies, type SalienceDecision } from './decide.ts';

/** The plan for a history before it is applied: why nothing changes, or what stays. */
export type PlannedCompression = {
  readonly repaired: ResultInput['repaired'];
  readonly figures: Pick<ResultInput, 'tokensBefore' | 'targetTokens' | 'shortfallReason'>;
} & (
  | { readonly noopReason: NoopReason; readonly decision?: undefined }
  | { readonly decision: SalienceDecision }
);

/** Plans a compression, for `compress` and `explain`. */
export async function planCompression(
  context: CompressionContext,
  means: Dependencies,
): Promise<PlannedCompression> {
  const { history: original, currentTokenCount, signal } = context;
  const estimateTokens = createCheckedEstimator(context.estimateTokens);
  signal?.throwIfAborted();
  const targetTokens = resolveTargetTokens(context);
  // If the host's count is under the target, the history is not inspected.
  if (currentTokenCount <= targetTokens && original.length > 0) {
    const figures = { targetTokens, tokensBefore: currentTokenCount };
    const repaired = { history: original, repairs: [] };
    return { repaired, figures, noopReason: 'already-under-target' };
  }
  const repaired = repairHistory(original);
  const { history, index } = repaired;
  if (history.length === 0) return { repaired, figures: {}, noopReason: 'empty-history' };
  const tokensBefore = await estimateTokens(history);
  const figures = { tokensBefore, targetTokens };
  if (tokensBefore <= targetTokens) {
    return { repaired, figures, noopReason: 'already-under-target' };
  }
  const request = { index, tokensBefore, targetTokens, context: { ...context, estimateTokens } };
  const decision = await decideSalience(request, means);
  if (decision === undefined) {
    const shortfallReason = 'the newest exchange is all there is, and it stays whole';
    return {
      repaired,
      figures: { ...figures, shortfallReason: shortfallReason },
      noopReason: 'tail-covers-all',
    };
  }
  const shortfallReason = explainShortfall(history, decision);
  const known = { repaired, figures: { ...figures, shortfallReason } };
  if (decision.plan.replacements.size === 0) return { ...known, noopReason: 'nothing-removable' };
  return decision.tokensAfter < tokensBefore
    ? { ...known, decision }
    : { ...known, noopReason: 'no-gain' };
}

/** Explains a shortfall. Names only the causes that are present. */
function explainShortfall(
  history: readonly IContent[],
  { boundary, selection: { open } }: SalienceDecision,
): string {
  const parts = open.flatMap((entry) => entry.parts);
  const whole = boundary - open.length;
  const newest = `the newest ${history.length - boundary} of ${history.length} entries stay whole`;
  const before = `${whole} before them (system, pinned, the newest human one, or too short)`;
  return [
    whole === 0 ? newest : `${newest}, and ${before}`,
    parts.some(({ role }) => role === 'arguments') && 'calls keep their name and target',
    parts.some(({ call }) => call?.hasFailed === true) && 'results that failed keep their error',
    parts.length > 0 && 'what is reduced leaves a mark',
  ]
    .filter((reason) => reason !== false)
    .join('; ');
}
