import type { CompressionContext, CompressionResult } from '@palimpsest/core-types';
import { decider } from '@palimpsest/history';
import { countDropped } from './count-dropped.ts';
import type { Means } from './decide.ts';
import { prepare } from './prepare.ts';

export const NAME = 'salience';

/** Keeps what is worth most of everything old, as much as the target has room for. No model is asked. */
export async function compressSalience(
  context: CompressionContext,
  means: Means,
): Promise<CompressionResult> {
  const prepared = await prepare(context, means);
  const { repaired, figures, decision } = prepared;
  const decide = decider({ strategy: NAME, original: context.history, repaired, ...figures });
  if (decision === undefined) return decide({ idleReason: prepared.idleReason });
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
