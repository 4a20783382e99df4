import type { IContent } from '@palimpsest/core-types';
import { isHumanText, type ExchangeIndex, type EditPlan } from '@palimpsest/history';
import { shortestSummary } from '@palimpsest/tool-taxonomy';
import type { Head } from './summarize-head.ts';

/**
 * Returns the plan with summaries of successful results reduced to tool and status, including those of earlier compressions: the calls contain
 * the rest.
 */
export function shortenSummaries(
  { history, responses }: ExchangeIndex,
  { replacements: lined, removals }: EditPlan,
  { boundary, isProtected, taxonomy }: Head,
): EditPlan {
  const replacements = new Map<number, IContent>();
  for (let at = 0; at < responses.length;) {
    const { entry: index } = responses[at]!;
    if (index >= boundary) break;
    const given = history[index]!;
    const entry = lined.get(index) ?? given;
    const isFree = entry !== given || !(isProtected(given) || isHumanText(given));
    let isShorter = false;
    // Next to results, only media are removed: the nth result is the same in both entries.
    const blocks = entry.blocks.map((block) => {
      if (block.type !== 'tool_response' || responses[at]?.entry !== index) return block;
      const { call, response } = responses[at]!;
      at += 1;
      const line = isFree ? shortestSummary(call.call, block, taxonomy, block !== response) : block;
      isShorter ||= line !== block;
      return line;
    });
    while (responses[at]?.entry === index) at += 1;
    if (isShorter) replacements.set(index, { ...entry, blocks });
    else if (entry !== given) replacements.set(index, entry);
  }
  return { removals, replacements };
}
