import type { IContent } from '@palimpsest/core-types';
import { firstChange, protection } from '@palimpsest/history';
import { findStrategy } from '../find-strategy.ts';
import { callerFaults } from '../overflow/caller-faults.ts';
import type { Ladder, Rung } from '../overflow/ladder.ts';
import { largeResults, REDUCER } from '../overflow/reduce-results.ts';
import { noteFor, reduceTo } from '../overflow/reduce-to.ts';
import { draftRequest } from '../overflow/request-draft.ts';
import { takeStep } from '../overflow/take-step.ts';
import { hasBoundThinking } from './bound-thinking.ts';
import type { Draft } from './draft.ts';
import type { Ground } from './ground.ts';
import { measureGiven, type GivenDraft } from './measure-draft.ts';

/**
 * Brings large results that were never sent down to the lines that are needed most (`compression.ingestTokens`). No cache has them, and no
 * reasoning is bound to them: the one moment at which less costs nothing.
 */
export async function ingestResults(
  given: GivenDraft,
  ground: Ground,
): Promise<{ readonly draft: GivenDraft; readonly count: number }> {
  const { call, options } = ground;
  const level = call.ingestTokens;
  const strategy = findStrategy(options.strategies, REDUCER);
  const isSmall = level === undefined || given.freshTokens <= level;
  if (isSmall || strategy === undefined) return { draft: given, count: 0 };

  const { watch, rethrow } = callerFaults();
  const ladder = ladderFor(ground, watch);
  const rung: Rung = async (draft, _tokens) => {
    const results = await largeResults(draft, ladder, level);
    if (results.length === 0) return undefined;
    // A note would stand before reasoning that is bound to what precedes it.
    const isBound = hasBoundThinking(draft.entries, 0, call.boundThinking);
    const note = isBound ? undefined : noteFor([...given.sent, ...given.pending], ladder);
    const originals = new WeakMap();
    const plan = await reduceTo(level, results, draft, { strategy, ladder, note, originals });
    return plan && { plan };
  };
  const fresh = given.sent.slice(given.seen);
  const draft = draftRequest(fresh, given.pending);
  const tokens = await ladder.estimateTokens(draft.entries);
  const taken = await takeStep(draft, tokens, { step: 'reduce-results', rung, ladder, rethrow });
  // A reducer that fails leaves the results as they are; they can be compressed like anything else.
  if (taken === undefined || taken.error !== undefined) return { draft: given, count: 0 };
  const { entries, pendingFrom } = taken.draft;
  const after = joined(given, entries.slice(0, pendingFrom), entries.slice(pendingFrom));
  return { draft: await measureGiven(after, ground), count: taken.entries.length };
}

function ladderFor(
  { options, estimateTokens, taxonomy, request }: Ground,
  watch: ReturnType<typeof callerFaults>['watch'],
): Ladder {
  const { pinned, originalId, strategies } = options;
  return {
    room: 0,
    estimateTokens: watch(estimateTokens),
    strategies,
    taxonomy,
    isProtected: protection(pinned === undefined ? undefined : watch(pinned)),
    originalId: originalId === undefined ? undefined : watch(originalId),
    signal: request.signal,
  };
}

/** The history stays the very same where only what is pending changed. */
function joined(
  given: GivenDraft,
  fresh: readonly IContent[],
  pending: readonly IContent[],
): Omit<Draft, 'tokens'> {
  if (firstChange(given.sent.slice(given.seen), fresh) === undefined) {
    return { raw: given.raw, sent: given.sent, pending };
  }
  const sent = [...given.sent.slice(0, given.seen), ...fresh];
  return { raw: sent, sent, pending };
}
