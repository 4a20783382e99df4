import type { IContent } from '@palimpsest/core-types';
import { findFirstChange, createIsProtected } from '@palimpsest/history';
import { findStrategy } from '../find-strategy.ts';
import { callerFaults } from '../overflow/caller-faults.ts';
import { explainsMarks } from '../overflow/explains-marks.ts';
import type { Ladder, Rung } from '../overflow/ladder.ts';
import { largeResults, REDUCER } from '../overflow/reduce-results.ts';
import { reduceTo } from '../overflow/reduce-to.ts';
import { draftRequest } from '../overflow/request-draft.ts';
import { takeStep } from '../overflow/take-step.ts';
import { answersCalls } from './answers-calls.ts';
import { isBoundThinking, type BoundThinking } from './bound-thinking.ts';
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

  const start = firstCallFor(given);
  const draft = draftRequest(given.sent.slice(start), given.pending);
  const { watch, rethrow } = callerFaults();
  const isFree = freeEntries(draft.entries, given.seen - start, call.boundThinking);
  const ladder = ladderFor(ground, watch, isFree);
  const rung: Rung = async () => {
    const results = await largeResults(draft, ladder, level);
    if (results.length === 0) return undefined;
    const originals = new WeakMap();
    const isExplained = given.sent.slice(0, start).some(explainsMarks);
    const reducing = { strategy, ladder, originals, isExplained };
    const plan = await reduceTo(level, results, draft, reducing);
    return plan && { plan };
  };
  const tokens = await ladder.estimateTokens(draft.entries);
  const taken = await takeStep(draft, tokens, { step: 'reduce-results', rung, ladder, rethrow });
  // A reducer that fails leaves the results as they are; they can be compressed like anything else.
  if (taken === undefined || taken.error !== undefined) return { draft: given, count: 0 };
  const { entries, pendingFrom } = taken.draft;
  const after = joined(given, start, entries.slice(0, pendingFrom), entries.slice(pendingFrom));
  return { draft: await measureGiven(after, ground), count: taken.entries.length };
}

function ladderFor(
  { options, estimateTokens, taxonomy, request }: Ground,
  watch: ReturnType<typeof callerFaults>['watch'],
  isFree: ReadonlySet<IContent>,
): Ladder {
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

/** Where the calls stand that pending results answer: they may have been sent before, and are needed to tell what was asked. */
function firstCallFor({ sent, pending, seen }: GivenDraft): number {
  if (!pending.some(answersCalls)) return seen;
  let at = seen;
  while (at > 0 && sent[at]?.speaker !== 'ai') at -= 1;
  return at;
}

/** What was never sent, and has no reasoning behind it that is bound to it. */
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

/** The history stays the very same where only what is pending changed. */
function joined(
  given: GivenDraft,
  start: number,
  fresh: readonly IContent[],
  pending: readonly IContent[],
): Omit<Draft, 'tokens'> {
  if (findFirstChange(given.sent.slice(start), fresh) === undefined) {
    return { raw: given.raw, sent: given.sent, pending };
  }
  const sent = [...given.sent.slice(0, start), ...fresh];
  return { raw: sent, sent, pending };
}
