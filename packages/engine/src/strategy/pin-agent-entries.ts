import type {
  CompressionContext,
  ContentBlock,
  IContent,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import {
  createIsProtected,
  indexExchanges,
  personAnswer,
  resolveTargetTokens,
} from '../history/index.ts';
import { isNotice } from '../history/entries/human-text.ts';
import { defaultToolTaxonomy } from '../tools/index.ts';
import { findPlanCalls } from './plan-calls.ts';

/** Maximum share of the target for entries that stay because of their plans, and for those in which people answered. */
const SHARE = 0.1;

/**
 * Returns the context with entries of the agent pinned:
 *
 * - The calls whose results the model has not answered, these results, and what people wrote after them, if a user or system entry follows,
 *   such as a reminder of the agent. Only that entry would be the newest exchange.
 * - The last entry of the model if it has calls and reasoning: providers reject a request in which it lost its reasoning.
 * - The entries of the newest plan, newest first, until one exceeds the rest of a tenth of the target. Otherwise an older plan would show
 *   finished tasks as open.
 * - The results in which people answered a question of the agent or gave a reason, under the same limit: they are words of people.
 *
 * @param taxonomy knows the tools that write plans. @default the presets of `@palimpsest/engine/tools`
 */
export async function pinAgentEntries(
  context: CompressionContext,
  taxonomy: ToolTaxonomy = defaultToolTaxonomy,
): Promise<CompressionContext> {
  const { history, pinned } = context;
  const index = indexExchanges(history);
  if (index.exchanges.length === 0) return context;
  const entries = new Set(findUnanswered(history));
  const plans = findPlanCalls(index, taxonomy).newest.map(({ entry }) => history[entry]!);
  const answers: IContent[] = [];
  for (const entry of history) {
    await context.yieldToEventLoop?.();
    if (entry.blocks.some(isAnswer)) answers.push(entry);
  }
  for (const kind of [plans, answers])
    for (const entry of await takeNewest(context, kind)) entries.add(entry);
  if (entries.size === 0) return context;
  return { ...context, pinned: (entry) => (pinned?.(entry) ?? false) || entries.has(entry) };
}

function isAnswer(block: ContentBlock): boolean {
  return block.type === 'tool_response' && personAnswer(block) !== undefined;
}

/**
 * Returns the last entry of the model if it has calls: with all that is not answered if more than their results follows, alone if it has
 * reasoning. Otherwise returns nothing, because the calls and their results are the newest exchange.
 */
function findUnanswered(history: readonly IContent[]): readonly IContent[] {
  const start = history.findLastIndex((entry) => entry.speaker === 'ai' && !isNotice(entry));
  const last = history[start];
  const has = (type: 'thinking' | 'tool_call'): boolean =>
    last?.blocks.some((block) => block.type === type) === true;
  if (last === undefined || !has('tool_call')) return [];
  const following = history.slice(start + 1);
  if (following.some(({ speaker }) => speaker !== 'tool')) {
    return [last, ...following.filter(({ speaker }) => speaker === 'tool' || speaker === 'human')];
  }
  return has('thinking') ? [last] : [];
}

/** Returns the newest of some entries that fit into their share of the target. */
async function takeNewest(
  context: CompressionContext,
  entries: readonly IContent[],
): Promise<ReadonlySet<IContent>> {
  const { pinned, estimateTokens } = context;
  const isProtected = createIsProtected(pinned);
  const taken = new Set<IContent>();
  let remainingTokens = SHARE * resolveTargetTokens(context);
  for (const entry of entries.toReversed()) {
    if (taken.has(entry) || isProtected(entry)) continue;
    const tokens = await estimateTokens([entry]);
    // An older plan could show a task as open that this one finished.
    if (tokens > remainingTokens) break;
    remainingTokens -= tokens;
    taken.add(entry);
  }
  return taken;
}
