import type {
  CompressionContext,
  CompressionResult,
  DroppedCounts,
  IContent,
} from '@palimpsest/core-types';
import { createResultBuilder, type EditPlan } from '@palimpsest/history';
import type { Dependencies } from './decide.ts';
import { planCompression } from './plan-compression.ts';
import { countOmitted } from '@palimpsest/salience';
import type { ReducibleEntry } from './create-selection-renderer.ts';

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

interface Outcome {
  readonly open: readonly ReducibleEntry[];
  readonly plan: EditPlan;
  readonly isKept: (unit: number) => boolean;
  /** First unit of each passage. */
  readonly firstUnit: Int32Array;
}

/** Counts what a plan removes from the reducible entries, by kind. */
function countDropped(
  history: readonly IContent[],
  { open, plan, isKept, firstUnit }: Outcome,
): DroppedCounts {
  const counts = { reducedTexts: 0, lines: 0, thinkingBlocks: 0, mediaBlocks: 0 };
  for (const { index, parts } of open) {
    const isGone = plan.removals.has(index);
    if (!isGone && !plan.replacements.has(index)) continue;
    const left = new Set(isGone ? [] : plan.replacements.get(index)?.blocks);
    for (const { block, part, reading, passage, saved } of parts) {
      const before = history[index]!.blocks[block]!;
      if (left.has(before)) continue;
      const isLeft = (unit: number): boolean => isKept(firstUnit[passage]! + unit);
      const isOneOfSeveral = part !== undefined && part.path.length > 0;
      if (before.type === 'thinking') counts.thinkingBlocks += 1;
      else if (before.type === 'media' || part?.type === 'media') {
        if (isGone || before.type === 'media' || !isLeft(0)) counts.mediaBlocks += 1;
      } else {
        const lines = countOmitted(reading, isLeft);
        if (!isOneOfSeveral || lines > 0 || saved > 0) counts.reducedTexts += 1;
        counts.lines += lines;
      }
    }
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
