import type { IContent } from '@palimpsest/core-types';
import { findFirstChange, createIsProtected } from '@palimpsest/history';
import { findStrategy } from '../strategy-source.ts';
import { trackCallbackErrors } from '../overflow/callback-errors.ts';
import {
  hasMarkerLegend,
  type OverflowContext,
  type OverflowStage,
} from '../overflow/overflow-context.ts';
import { listLargeResults, REDUCER, reduceTo } from '../overflow/reduce-results.ts';
import { createOverflowState } from '../overflow/overflow-state.ts';
import { runStage } from '../overflow/run-stage.ts';
import { hasToolResult } from './request-phase.ts';
import { isBoundThinking, type BoundThinking } from './bound-thinking.ts';
import {
  measureCandidate,
  type CandidateRequest,
  type MeasuredRequest,
} from './candidate-request.ts';
import type { PrepareContext } from './prepare-context.ts';

/**
 * Reduces large results that were never sent to their most important lines (`compression.ingestTokens`). They are not cached, and no reasoning
 * is bound to them, so only now is this free.
 */
export async function ingestResults(
  given: MeasuredRequest,
  ground: PrepareContext,
): Promise<{ readonly draft: MeasuredRequest; readonly count: number }> {
  const { call, options } = ground;
  const level = call.ingestTokens;
  const strategy = findStrategy(options.strategies, REDUCER);
  const isSmall = level === undefined || given.freshTokens <= level;
  if (isSmall || strategy === undefined) return { draft: given, count: 0 };

  const start = firstCallFor(given);
  const draft = createOverflowState(given.sent.slice(start), given.pending);
  const { watch, rethrow } = trackCallbackErrors();
  const isFree = freeEntries(draft.entries, given.seen - start, call.boundThinking);
  const context = createContext(ground, watch, isFree);
  const stage: OverflowStage = async () => {
    const results = await listLargeResults(draft, context, level);
    if (results.length === 0) return undefined;
    const originals = new WeakMap();
    const isExplained = given.sent.slice(0, start).some(hasMarkerLegend);
    const reducing = { strategy, context, originals, isExplained };
    const plan = await reduceTo(level, results, draft, reducing);
    return plan && { plan };
  };
  const tokens = await context.estimateTokens(draft.entries);
  const taken = await runStage(draft, tokens, { step: 'reduce-results', stage, context, rethrow });
  // If the reducer fails, the results stay unchanged; later steps can still reduce them.
  if (taken === undefined || taken.error !== undefined) return { draft: given, count: 0 };
  const { entries, pendingFrom } = taken.state;
  const after = joined(given, start, entries.slice(0, pendingFrom), entries.slice(pendingFrom));
  return { draft: await measureCandidate(after, ground), count: taken.entries.length };
}

function createContext(
  { options, estimateTokens, taxonomy, request }: PrepareContext,
  watch: ReturnType<typeof trackCallbackErrors>['watch'],
  isFree: ReadonlySet<IContent>,
): OverflowContext {
  const { pinned, originalId, strategies } = options;
  const isPinned = createIsProtected(pinned === undefined ? undefined : watch(pinned));
  return {
    room: 0,
    estimateTokens: watch(estimateTokens),
    strategies,
    taxonomy,
    isProtected: (entry) => !isFree.has(entry) || isPinned(entry),
    originalId: originalId === undefined ? undefined : watch(originalId),
    signal: request.signal,
  };
}

/**
 * Returns the first index that the reducer needs: of the first unsent entry; with pending results, of the AI entry before it,
 * whose calls they answer.
 */
function firstCallFor({ sent, pending, seen }: MeasuredRequest): number {
  if (!pending.some(hasToolResult)) return seen;
  let at = seen;
  while (at > 0 && sent[at]?.speaker !== 'ai') at -= 1;
  return at;
}

/** Returns the entries that were never sent and have no bound reasoning in or after them. */
function freeEntries(
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

/** Returns the candidate with the reduced entries. The history is the same array if only pending entries changed. */
function joined(
  given: MeasuredRequest,
  start: number,
  fresh: readonly IContent[],
  pending: readonly IContent[],
): Omit<CandidateRequest, 'tokens'> {
  if (findFirstChange(given.sent.slice(start), fresh) === undefined) {
    return { raw: given.raw, sent: given.sent, pending };
  }
  const sent = [...given.sent.slice(0, start), ...fresh];
  return { raw: sent, sent, pending };
}
