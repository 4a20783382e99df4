import { findRecallId, type ContentBlock, type TokenEstimator } from '@palimpsest/core-types';
import type { StrategyInput } from '@palimpsest/engine';
import { isRecordEntry, type EditPlan } from '@palimpsest/engine/history';
import { withRecallId } from '@palimpsest/engine/tools';
import { isResponse, responsesOf } from './history/responses.ts';

/** Maximum tokens of a recall id before a result: `#1f0c9a3e.1234` and a line break. */
const ID_TOKENS = 10;

/** Returns an estimator that also counts the recall ids which reduced results get. */
export function countingRecallIds({
  history,
  estimateTokens,
  context: { originalId },
}: StrategyInput): TokenEstimator {
  if (originalId === undefined) return estimateTokens;
  const given = new Set<ContentBlock>(history.flatMap(({ blocks }) => blocks));
  return async (entries) => {
    const reduced = entries
      .flatMap(responsesOf)
      .filter((block) => !given.has(block) && findRecallId(block.result) === undefined);
    return (await estimateTokens(entries)) + ID_TOKENS * reduced.length;
  };
}

/** Returns the plan with the recall id before each reduced result that is a text. */
export function withRecallIds(
  plan: EditPlan,
  { history, context: { originalId } }: StrategyInput,
): EditPlan {
  if (originalId === undefined) return plan;
  const edits = new Map(plan.edits);
  for (const [index, entry] of plan.edits) {
    if (entry === undefined || isRecordEntry(entry)) continue;
    const original = history[index]!;
    const places = [...original.blocks.keys()].filter((at) => isResponse(original.blocks[at]!));
    let next = 0;
    const blocks = entry.blocks.map((block) => {
      if (!isResponse(block)) return block;
      const place = places[next]!;
      next += 1;
      const before = original.blocks[place];
      if (block === before || before === undefined || !isResponse(before)) return block;
      if (findRecallId(block.result) !== undefined) return block;
      const id = findRecallId(before.result) ?? originalId(original, place);
      return id === undefined ? block : withRecallId(block, id);
    });
    edits.set(index, { ...entry, blocks });
  }
  return { ...plan, edits };
}
