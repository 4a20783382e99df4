import type { IContent } from '@palimpsest/core-types';
import { findFirstChange, isExplained } from '@palimpsest/history';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { createOverflowContext } from '../overflow/overflow-context.ts';
import { findReducer, reduceTo } from '../overflow/reduce-results.ts';
import { listLargeResults } from '../overflow/result-payloads.ts';
import { createOverflowState, runStage, type OverflowStage } from '../overflow/run-stage.ts';
import { isBoundThinking, type BoundThinking } from './bound-thinking.ts';
import { measureCandidate, type MeasuredRequest, type PrepareContext } from './prepare-context.ts';
import { hasToolResult } from './request-phase.ts';

/**
 * Reduces large results that were never sent to their most important lines (`compression.ingestTokens`). This costs no cache rewrite now: the
 * results are not cached, and no reasoning is bound to them.
 *
 * @param resultTokens size above which results are reduced, and their average tokens afterwards
 */
export async function ingestResults(
  given: MeasuredRequest,
  resultTokens: number,
  context: PrepareContext,
): Promise<{ readonly candidate: MeasuredRequest; readonly count: number }> {
  const { call, options, estimateTokens, request } = context;
  const { pinned, originalId, strategies, taxonomy = defaultToolTaxonomy } = options;
  const unchanged = { candidate: given, count: 0 };
  const strategy = findReducer(strategies);
  if (strategy === undefined) return unchanged;

  const start = findReductionStart(given);
  const { signal } = request;
  const services = { estimateTokens, strategies, taxonomy, pinned, originalId, signal };
  const callerContext = createOverflowContext(services, 0);
  const state = await createOverflowState(
    given.sent.slice(start),
    given.pending,
    callerContext.estimateTokens,
  );
  const reducibleEntries = listReducibleEntries(
    state.entries,
    given.seen - start,
    call.boundThinking,
  );
  const overflowContext = {
    ...callerContext,
    isProtected: (entry: IContent) =>
      !reducibleEntries.has(entry) || callerContext.isProtected(entry),
  };
  const stage: OverflowStage = async ({ entries }) => {
    const results = await listLargeResults(entries, overflowContext, resultTokens);
    if (results.length === 0) return undefined;
    const hasEarlierLegend = given.sent.slice(0, start).some(isExplained);
    const plan = await reduceTo(resultTokens, results, {
      entries,
      strategy,
      context: overflowContext,
      hasEarlierLegend,
    });
    return plan && { plan };
  };
  const reduced = await runStage('reduce-results', stage, state, overflowContext);
  // If the reducer fails, the results stay unchanged; later steps can still reduce them.
  if (reduced === undefined || reduced.error !== undefined) return unchanged;
  const { entries, pendingFrom } = reduced.state;
  const fresh = entries.slice(0, pendingFrom);
  const isSame = findFirstChange(given.sent.slice(start), fresh) === undefined;
  const sent = isSame ? given.sent : [...given.sent.slice(0, start), ...fresh];
  const raw = isSame ? given.raw : sent;
  const candidate = await measureCandidate(
    { raw, sent, pending: entries.slice(pendingFrom) },
    context,
  );
  return { candidate, count: reduced.entries.length };
}

/**
 * Returns the first index that the reducer needs: of the first unsent entry; with pending results, of the AI entry before it,
 * whose calls they answer.
 */
function findReductionStart({ sent, pending, seen }: MeasuredRequest): number {
  if (!pending.some(hasToolResult)) return seen;
  let at = seen;
  while (at > 0 && sent[at]?.speaker !== 'ai') at -= 1;
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
