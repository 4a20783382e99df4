import { formatTruncationMarker, isMarker } from '@palimpsest/core-types';
import { mergeAdjacent, type EvictionCandidate } from '@palimpsest/engine/history';
import { isUseful, parseOriginalLength } from '@palimpsest/summarizer/reduce';
import {
  lastProseCutting,
  proseCuttings,
  resultCuttings,
  type TruncationStep,
} from './cuttings.ts';
import { dropMedia, replaceMedia } from './drop-blocks.ts';
import { createCandidate, withReferences } from './edits.ts';
import { proseOf, withProse } from './prose.ts';
import type { ReductionContext } from './reduction-context.ts';
import { isResponse, listResultTexts } from './responses.ts';
import { isLastResort, isPlainMessage, type Entries, type PassageLocation } from './sites.ts';
import { findTargets, type Target } from './targets.ts';

/**
 * Lists ever shorter versions of tool results, longest first. Media in results are replaced after the first
 * truncation, media next to results are removed at the end. Texts that references name come after all other
 * texts, with these references.
 */
export function* shrinkData(context: ReductionContext): Generator<EvictionCandidate> {
  const chosen = findTargets(context).filter(({ kind }) => kind === 'data');
  for (const [rank, cutting] of resultCuttings(context).entries()) {
    yield* cutLongest(context, chosen, cutting);
    if (rank === 0) yield* replaceMedia(context);
  }
  yield* dropMedia(context);
}

/** Lists ever shorter versions of assistant text, longest first, markers last. */
export function* shrinkAgent(context: ReductionContext): Generator<EvictionCandidate> {
  const said = findTargets(context).filter(
    ({ kind, result }) => kind === 'agent' && result === undefined,
  );
  for (const cutting of [...proseCuttings(context), lastProseCutting(context)])
    yield* cutLongest(context, said, cutting);
}

/**
 * Lists replacements of old messages by markers; user messages with words of the kept kinds stay, and
 * so do the first request and the newest one.
 */
export function* replaceOldMessages(
  context: ReductionContext,
  kept: readonly ('demand' | 'statement')[],
): Generator<EvictionCandidate> {
  const { scope } = context;
  const start = context.entries();
  const targets = findTargets(context);
  // Results that are named by references in messages.
  const results = targets.filter(({ kind, result }) => kind !== 'data' && result !== undefined);
  for (const cutting of resultCuttings(context)) yield* cutLongest(context, results, cutting);
  const open = targets.filter(({ index, result }) => {
    if (result !== undefined) return false;
    if (index === scope.firstHuman || index === scope.newestHuman) return false;
    const entry = start[index]!;
    const isPerson = entry.speaker === 'human';
    return !isPerson || !isLastResort(scope, index, proseOf(entry)!, kept);
  });
  const unnamed = open.filter(({ references }) => references.length === 0);
  yield* mergeOldMessages(context, unnamed);
  yield* cutLongest(context, open, lastProseCutting(context));
}

/** Lists cuts of the longest targets first. */
function* cutLongest(
  context: ReductionContext,
  targets: readonly Target[],
  { above, cut }: TruncationStep,
): Generator<EvictionCandidate> {
  const entries = context.entries();
  const measured = targets.map((target) => ({ target, length: longestText(entries, target) }));
  const long = measured.filter(({ length }) => length > above);
  for (const { target } of long.toSorted((one, other) => other.length - one.length)) {
    const edit = cut(target);
    if (edit !== undefined) yield createCandidate(withReferences(edit, target, context));
  }
}

/** Returns the current length of a target: of the longest of several texts, 0 for a result without text, -1 if it is removed. */
function longestText(entries: Entries, { index, response }: PassageLocation): number {
  const entry = entries[index];
  if (entry === undefined) return -1;
  if (response === undefined) return proseOf(entry)?.length ?? -1;
  const block = entry.blocks.filter(isResponse)[response];
  if (block === undefined) return -1;
  return listResultTexts(block).reduce((most, { text }) => Math.max(most, text.length), 0);
}

/**
 * Lists merges of adjacent old messages into one truncation marker, oldest first: one marker per entry would leave short messages little
 * but markers. It has no content, so it may represent user and assistant messages alike.
 */
function mergeOldMessages(
  { entries, currentEntry, lengths }: ReductionContext,
  targets: readonly Target[],
): Generator<EvictionCandidate> {
  const free = new Set(targets.map(({ index }) => index));
  return mergeAdjacent(entries(), {
    now: currentEntry,
    canMerge: (index, entry) =>
      // References and other markers contain more than a truncation marker would.
      free.has(index) &&
      isPlainMessage(entry) &&
      parseOriginalLength(proseOf(entry)!) !== undefined,
    fold(members) {
      const [first] = members;
      let length = 0;
      let shown = 0;
      for (const entry of members) {
        const said = proseOf(entry)!;
        length += lengths.get(entry) ?? parseOriginalLength(said)!;
        shown += said.length;
      }
      const text = formatTruncationMarker(length);
      const hasMarker = isMarker(proseOf(first!)!);
      const isGain = hasMarker ? text.length < shown : isUseful(text, { length: shown });
      const written = isGain ? withProse(first!, text) : undefined;
      if (written !== undefined) lengths.set(written, length);
      return written;
    },
  });
}
