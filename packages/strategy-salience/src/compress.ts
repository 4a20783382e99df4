import type { CompressionContext, CompressionResult } from '@palimpsest/core-types';
import { createResultBuilder } from '@palimpsest/history';
import { countDropped } from './count-dropped.ts';
import type { Dependencies } from './decide.ts';
import { planCompression } from './plan-compression.ts';

export const NAME = 'salience';

/** Keeps the most valuable content of old entries within the target. Uses no model. */
export async function compressSalience(
  context: CompressionContext,
  means: Dependencies,
): Promise<CompressionResult> {
  const prepared = await planCompression(context, means);
  const { repaired, figures, decision } = prepared;
  const decide = createResultBuilder({
    strategy: NAME,
    original: context.history,
    repaired,
    ...figures,
  });
  if (decision === undefined) return decide({ noopReason: prepared.noopReason });
  const { history } = repaired;
  const { plan, boundary, selection, taken, tokensAfter } = decision;
  const { ranking, draft, open } = selection;
  const isKept = (unit: number): boolean => draft.isKept(unit, taken);
  return decide({
    plan,
    tail: history.length - boundary,
    tokensAfter,
    dropped: countDropped(history, { open, plan, isKept, firstUnit: ranking.board.firstUnit }),
  });
}
