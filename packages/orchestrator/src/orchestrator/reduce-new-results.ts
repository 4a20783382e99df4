import { hasToolResult, type IContent } from '@palimpsest/core-types';
import {
  createIsProtected,
  explainMarkers,
  findFirstChange,
  isExplained,
} from '@palimpsest/engine/history';
import { findReducer, listResults, reduceTo } from '../overflow/reduce-results.ts';
import { isBoundThinking, type BoundThinking } from './bound-thinking.ts';
import { measure, type MeasuredCandidate, type PrepareContext } from './prepare-context.ts';

/**
 * Reduces large results that were never sent to their most important lines (`compression.ingestTokens`). This costs no cache rewrite: the
 * results are not cached, and no reasoning is bound to them.
 */
export async function reduceNewResults(
  given: MeasuredCandidate,
  context: PrepareContext,
): Promise<{ readonly candidate: MeasuredCandidate; readonly ingested: number }> {
  const { call, options, estimateTokens, request } = context;
  const { ingestTokens: maxTokens } = call;
  const unchanged = { candidate: given, ingested: 0 };
  if (maxTokens === undefined || given.freshTokens <= maxTokens) return unchanged;
  const { pinned, originalId, strategies, logger } = options;
  const strategy = findReducer(strategies);
  if (strategy === undefined) return unchanged;

  const start = findReductionStart(given);
  const entries = [...given.history.slice(start), ...given.pending];
  const reducible = listReducibleEntries(entries, given.seen - start, call.boundThinking);
  const isProtected = createIsProtected(pinned);
  const mustStay = (entry: IContent) => !reducible.has(entry) || isProtected(entry);
  const results = await listResults(entries, mustStay, estimateTokens);
  const large = results.filter(({ tokens }) => tokens > maxTokens);
  if (large.length === 0) return unchanged;
  const reduction = { strategy, estimateTokens, originalId, signal: request.signal, logger };
  const replacements = await reduceTo(maxTokens, large, entries, reduction);
  if (replacements.size === 0) return unchanged;
  // The first marker of a history has the legend. If an entry before has it, no other gets it.
  const isLegendBefore = given.history.slice(0, start).some(isExplained);
  const explained = isLegendBefore ? replacements : explainMarkers(entries, replacements);
  const after = entries.map((entry, at) => explained.get(at) ?? entry);
  const end = given.history.length - start;
  const history = [...given.history.slice(0, start), ...after.slice(0, end)];
  const isSame = findFirstChange(given.history, history) === undefined;
  const candidate = await measure(isSame ? given.history : history, after.slice(end), context);
  return { candidate, ingested: replacements.size };
}

/**
 * Returns the first index that the reducer needs: that of the first unsent entry. With pending results, that of the AI entry before it, which has
 * their calls.
 */
function findReductionStart({ history, pending, seen }: MeasuredCandidate): number {
  if (!pending.some(hasToolResult)) return seen;
  let at = seen;
  while (at > 0 && history[at]?.speaker !== 'ai') at -= 1;
  return at;
}

/** Returns the entries that were never sent and have no bound reasoning in or after them. */
function listReducibleEntries(
  entries: readonly IContent[],
  from: number,
  bound: BoundThinking,
): ReadonlySet<IContent> {
  const free = new Set<IContent>();
  for (let at = entries.length - 1; at >= Math.max(0, from); at -= 1) {
    const entry = entries[at]!;
    if (entry.blocks.some((block) => isBoundThinking(block, bound))) break;
    free.add(entry);
  }
  return free;
}
