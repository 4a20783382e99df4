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
  /** Whether runs of summaries are summarized again. */
  readonly rollsUp: boolean;
  /** How much of the users' own sentences may be removed. */
  readonly ofPeople: OfPeople;
}

export type OfPeople = (typeof STAGES)[number];

/** Stages, by how much of the users' own sentences they may remove. */
const STAGES = ['nothing', 'remarks', 'everything'] as const;

/** Maximum number of rounds per stage. */
const MOST_ROUNDS = 8;

/**
 * Lists all eviction candidates, in order: tool results and arguments, data that users pasted, reasoning, assistant text, user text.
 * References and summaries of a text come before its truncation.
 *
 * Each round starts from the output of the previous one, like a new run; a stage ends when a round changes nothing. Therefore, compressing
 * the output again changes nothing, even if the target was missed (law 6).
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
