import type { IContent, ToolResponseBlock } from '@palimpsest/core-types';
import type { EvictionCandidate } from '@palimpsest/history';
import { TRUNCATION_LENGTHS } from '@palimpsest/reductions';
import { listTruncationSteps, proseCuttings, type Cutting } from './cuttings.ts';
import { dropMedia, dropWordsBeside, replaceMedia } from './drop-beside.ts';
import { mergeOldMessages } from './merge-old-messages.ts';
import { proseOf } from './prose.ts';
import { reduceCalls } from './reduce-calls.ts';
import { responsesOf, textsOfResult } from './responses.ts';
import { withReferences } from './rewrite-text.ts';
import { mustStay, type Entries } from './sites.ts';
import { hasManyResults, toCandidates, type EditGroup } from './steps.ts';
import { targetsOf, type Target } from './targets.ts';
import type { ReductionContext } from './reduction-context.ts';
import type { Notes } from './writing.ts';

export interface Shrinking {
  /** Returns the current entries. */
  readonly entries: () => Entries;
  /** Returns the current entry at an index. */
  readonly now: (place: number) => IContent | undefined;
  /** Entries at the start of the round. */
  readonly given: Entries;
  readonly round: number;
}

/**
 * Lists ever shorter versions of arguments and tool results, longest first. Media in results are replaced after the first
 * truncation, media next to results are removed at the end (pipeline-origin §5, 39). Texts that references name come after all other
 * texts, with these references.
 */
export function* shrinkData(
  bench: ReductionContext,
  shrinking: Shrinking,
): Generator<EvictionCandidate> {
  const { entries, given, round } = shrinking;
  const { ground, writings } = bench;
  const start = entries();
  const { targets, namedCalls, heldCalls } = targetsOf(start, given, ground);
  for (const isNamed of [false, true]) {
    const chosen = targets.filter(
      ({ kind, references }) => kind === 'data' && references.length > 0 === isNamed,
    );
    for (const [rank, cutting] of listTruncationSteps({ writings, round }).entries()) {
      yield* cutLongest(chosen, cutting, bench, shrinking);
      const limit = TRUNCATION_LENGTHS[rank];
      if (limit !== undefined && (!isNamed || namedCalls.size > 0)) {
        yield* reduceCalls(entries(), ground, {
          limit,
          isNamed: ({ id }) => (isNamed ? heldCalls : namedCalls).has(id),
        });
      }
      if (rank === 0 && !isNamed) yield* replaceMedia(entries(), ground);
    }
  }
  yield* dropMedia(entries(), ground);
}

/**
 * Lists ever shorter versions of assistant text, longest first, markers last if `cutsMarks`. Assistant text next to calls is
 * removed without a marker.
 */
export function* shrinkAgent(
  bench: ReductionContext,
  shrinking: Shrinking,
  cutsMarks: boolean,
): Generator<EvictionCandidate> {
  const { entries, given, round } = shrinking;
  const { ground, writings } = bench;
  const { targets } = targetsOf(entries(), given, ground);
  const chosen = targets.filter(({ kind }) => kind === 'agent');
  yield* cutNamedResults(chosen, bench, shrinking);
  const said = chosen.filter(({ result }) => result === undefined);
  for (const isMark of cutsMarks ? [false, true] : [false]) {
    for (const cutting of proseCuttings({ writings, round }, isMark)) {
      yield* cutLongest(said, cutting, bench, shrinking);
    }
  }
  const places = new Set(said.map(({ place }) => place));
  yield* dropWordsBeside(entries(), ground, (place) => places.has(place));
}

/**
 * Lists replacements of old messages by markers; of user messages that may contain directives only with `takesBinding`. The first request
 * and the newest one stay.
 */
export function* foldPeople(
  bench: ReductionContext,
  shrinking: Shrinking,
  takesBinding: boolean,
): Generator<EvictionCandidate> {
  const { entries, given, round } = shrinking;
  const { ground, writings } = bench;
  const notes: Notes = { writings, round };
  const start = entries();
  const { targets } = targetsOf(start, given, ground);
  const named = targets.filter(({ kind }) => kind === 'people');
  yield* cutNamedResults(named, bench, shrinking);
  const open = targets.filter(({ place, result }) => {
    if (result !== undefined) return false;
    if (place === ground.firstHuman || place === ground.newestHuman) return false;
    const entry = start[place]!;
    const isPerson = entry.speaker === 'human';
    return takesBinding || !isPerson || !mustStay(ground, place, proseOf(entry)!.text);
  });
  const unnamed = open.filter(({ references }) => references.length === 0);
  yield* mergeOldMessages(unnamed, shrinking, notes);
  for (const cutting of proseCuttings(notes, true)) {
    yield* cutLongest(open, cutting, bench, shrinking);
  }
}

/** Lists reductions of results that are named by references in messages, with these references. */
function* cutNamedResults(
  targets: readonly Target[],
  bench: ReductionContext,
  shrinking: Shrinking,
): Generator<EvictionCandidate> {
  const results = targets.filter(({ result }) => result !== undefined);
  if (results.length === 0) return;
  for (const cutting of listTruncationSteps({ writings: bench.writings, round: shrinking.round })) {
    yield* cutLongest(results, cutting, bench, shrinking);
  }
}

function* cutLongest(
  targets: readonly Target[],
  cutting: Cutting,
  { estimateTokens, writings }: ReductionContext,
  { entries, round }: Shrinking,
): Generator<EvictionCandidate> {
  const start = entries();
  const isCrowded = (place: number): boolean => {
    const entry = start[place];
    return entry !== undefined && hasManyResults(entry);
  };
  const longest = longestFirst(targets, start, cutting.above);
  yield* toCandidates(stepsOf(longest, cutting, { writings, round }), isCrowded, estimateTokens);
}

function* stepsOf(
  targets: readonly Target[],
  cutting: Cutting,
  notes: Notes,
): Generator<EditGroup> {
  for (const target of targets) {
    const edit = cutting.cut(target);
    if (edit === undefined) continue;
    yield withReferences(edit, target, notes);
  }
}
function longestFirst(targets: readonly Target[], entries: Entries, above: number): Target[] {
  const lengthOf = textLengths(entries);
  return targets
    .map((target) => ({ target, length: lengthOf(target) }))
    .filter(({ length }) => length > above)
    .toSorted((left, right) => right.length - left.length)
    .map(({ target }) => target);
}

/**
 * Returns a function for the current length of a target: the longest of several texts, 0 for a result without text, -1 if it is removed.
 * Caches the lengths of one entry at a time.
 */
function textLengths(entries: Entries): (target: Target) => number {
  let at = -1;
  let lengths: readonly number[] = [];
  return ({ place, response }) => {
    const entry = entries[place];
    if (entry === undefined) return -1;
    if (response === undefined) return proseOf(entry)?.text.length ?? -1;
    if (at !== place) {
      at = place;
      lengths = responsesOf(entry).map(longestText);
    }
    return lengths[response] ?? -1;
  };
}

function longestText(block: ToolResponseBlock): number {
  let longest = 0;
  for (const { text } of textsOfResult(block)) longest = Math.max(longest, text.length);
  return longest;
}
