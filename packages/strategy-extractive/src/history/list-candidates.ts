import type { IContent } from '@palimpsest/core-types';
import type { EvictionCandidate } from '@palimpsest/history';
import { DATA_CUTS, DEMAND_CUTS, REMARK_CUTS } from '@palimpsest/reductions';
import { whenReady } from '../when-ready.ts';
import { LONG_HUMAN_TEXT } from './targets.ts';
import type { ReductionContext } from './reduction-context.ts';
import { cutPeople } from './cut-people.ts';
import { dropThinking } from './drop-beside.ts';
import { reducePassages } from './reduce-passages.ts';
import { rollUp } from './roll-up.ts';
import { foldPeople, shrinkAgent, shrinkData, type Shrinking } from './shrink-passages.ts';
import type { Entries } from './sites.ts';

export interface CandidateOptions {
  /** Whether summaries of summaries are wanted. */
  readonly rollsUp: boolean;
  /** What of people's own sentences may go. */
  readonly ofPeople: OfPeople;
}

export type OfPeople = (typeof STAGES)[number];

/** From the stage that takes nothing of people's sentences to the one that takes all it may. */
const STAGES = ['nothing', 'remarks', 'everything'] as const;

/** Rounds of a stage at most; each but the last makes something smaller. */
const MOST_ROUNDS = 8;

/**
 * Everything that can be given up, in order: arguments of calls and what tools answered, data that people pasted, reasoning, what the agent said, what people
 * said; of texts first references and summaries, then ever shorter texts.
 *
 * Each round starts from the output of the round before, as a new run would; a stage ends when a round changes nothing. That is why compressing
 * the output again does nothing even where the target was missed (law 6).
 */
export function* listCandidates(
  bench: ReductionContext,
  options: CandidateOptions,
): Generator<EvictionCandidate> {
  const { history } = bench.ground;
  let current = (place: number): IContent | undefined => history[place];
  const now = (place: number): IContent | undefined => current(place);
  const entries = (): Entries => history.map((_, place) => now(place));
  const watch = (candidate: EvictionCandidate): EvictionCandidate => ({
    ...candidate,
    changes(latest) {
      current = latest;
      return whenReady(candidate.changes(latest), (changes) => {
        if (changes.size > 0) bench.progress.hasOffered = true;
        return changes;
      });
    },
  });
  let given: Entries = history;
  let round = 0;
  for (const ofPeople of STAGES.slice(0, STAGES.indexOf(options.ofPeople) + 1)) {
    for (let left = MOST_ROUNDS; left > 0; left -= 1) {
      const shrinking = { entries, now, given, round };
      const ground = bench.ground.withCallsOf(given);
      const stage = { ...options, ofPeople };
      for (const candidate of oneRound({ ...bench, ground }, shrinking, stage)) {
        yield watch(candidate);
      }
      round += 1;
      const after = entries();
      if (after.every((entry, place) => entry === given[place])) break;
      given = after;
    }
  }
}

const isLong = ({ length }: string): boolean => length > LONG_HUMAN_TEXT;

function* oneRound(
  bench: ReductionContext,
  shrinking: Shrinking,
  { rollsUp, ofPeople }: CandidateOptions,
): Generator<EvictionCandidate> {
  const { entries, round } = shrinking;
  yield* reducePassages(entries(), bench, { round, kind: 'data' });
  yield* shrinkData(bench, shrinking);
  yield* reducePassages(entries(), bench, { round, kind: 'people', onlyReferencesTo: isLong });
  yield* cutPeople(bench, shrinking, { cuts: DATA_CUTS, of: 'long texts' });
  yield* dropThinking(entries(), bench.ground);
  yield* reducePassages(entries(), bench, { round, kind: 'agent' });
  yield* shrinkAgent(bench, shrinking, !rollsUp);
  if (ofPeople === 'nothing') return;
  yield* reducePassages(entries(), bench, { round, kind: 'people', onlyReferencesTo: () => true });
  yield* cutPeople(bench, shrinking, { cuts: DATA_CUTS, of: 'all texts' });
  yield* reducePassages(entries(), bench, { round, kind: 'people' });
  if (rollsUp) yield* rollUp(entries(), bench, round);
  yield* cutPeople(bench, shrinking, { cuts: REMARK_CUTS, of: 'all texts' });
  yield* foldPeople(bench, shrinking, false);
  if (ofPeople === 'remarks') return;
  yield* foldPeople(bench, shrinking, true);
  yield* cutPeople(bench, shrinking, { cuts: DEMAND_CUTS, of: 'first text' });
}
