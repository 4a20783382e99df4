import { formatTruncationMarker, isMarker, type ToolResponseBlock } from '@palimpsest/core-types';
import { isReasoningOnly, mergeAdjacent, type EvictionCandidate } from '@palimpsest/history';
import { isUseful, parseOriginalLength } from '@palimpsest/summarizer/reduce';
import { listTruncationSteps, proseCuttings, type TruncationStep } from './cuttings.ts';
import { dropMedia, replaceMedia } from './drop-blocks.ts';
import { proseOf, withProse } from './prose.ts';
import type { PhaseContext } from './reduction-context.ts';
import { responsesOf, listResultTexts } from './responses.ts';
import { lengthOf, withReferences } from './rewrite-text.ts';
import { isPlainMessage, isLastResort, type Entries } from './sites.ts';
import { toCandidates, type EditGroup } from './steps.ts';
import { targetsOf, type Target } from './targets.ts';

/**
 * Lists ever shorter versions of tool results, longest first. Media in results are replaced after the first
 * truncation, media next to results are removed at the end. Texts that references name come after all other
 * texts, with these references.
 */
export function* shrinkData(context: PhaseContext): Generator<EvictionCandidate> {
  const targets = targetsOf(context);
  const chosen = targets.filter(({ kind }) => kind === 'data');
  for (const [rank, cutting] of listTruncationSteps(context).entries()) {
    yield* cutLongest(context, chosen, cutting);
    if (rank === 0) yield* replaceMedia(context);
  }
  yield* dropMedia(context);
}

/** Lists ever shorter versions of assistant text, longest first, markers last. */
export function* shrinkAgent(context: PhaseContext): Generator<EvictionCandidate> {
  const chosen = targetsOf(context).filter(({ kind }) => kind === 'agent');
  const said = chosen.filter(({ result }) => result === undefined);
  for (const ofMarkers of [false, true]) {
    for (const cutting of proseCuttings(context, ofMarkers))
      yield* cutLongest(context, said, cutting);
  }
}

/**
 * Lists replacements of old messages by markers; of user messages that may contain directives only with `canReduceDirectives`. The first request
 * and the newest one stay.
 */
export function* replaceOldMessages(
  context: PhaseContext,
  canReduceDirectives: boolean,
): Generator<EvictionCandidate> {
  const { scope } = context;
  const start = context.entries();
  const targets = targetsOf(context);
  yield* cutNamedResults(
    context,
    targets.filter(({ kind }) => kind !== 'data'),
  );
  const open = targets.filter(({ index, result }) => {
    if (result !== undefined) return false;
    if (index === scope.firstHuman || index === scope.newestHuman) return false;
    const entry = start[index]!;
    const isPerson = entry.speaker === 'human';
    return canReduceDirectives || !isPerson || !isLastResort(scope, index, proseOf(entry)!.text);
  });
  const unnamed = open.filter(({ references }) => references.length === 0);
  yield* mergeOldMessages(context, unnamed);
  for (const cutting of proseCuttings(context, true)) yield* cutLongest(context, open, cutting);
}

/** Lists reductions of results that are named by references in messages, with these references. */
function* cutNamedResults(
  context: PhaseContext,
  targets: readonly Target[],
): Generator<EvictionCandidate> {
  const results = targets.filter(({ result }) => result !== undefined);
  if (results.length === 0) return;
  for (const cutting of listTruncationSteps(context)) {
    yield* cutLongest(context, results, cutting);
  }
}

/** Lists cuts of the longest targets first. */
function* cutLongest(
  context: PhaseContext,
  targets: readonly Target[],
  { above, cut }: TruncationStep,
): Generator<EvictionCandidate> {
  const entries = context.entries();
  const groups = longestFirst(targets, entries, above).flatMap((target): EditGroup[] => {
    const edit = cut(target);
    return edit === undefined ? [] : [withReferences(edit, target, context)];
  });
  yield* toCandidates(groups, entries);
}

function longestFirst(targets: readonly Target[], entries: Entries, above: number): Target[] {
  const measure = textLengths(entries);
  return targets
    .map((target) => ({ target, length: measure(target) }))
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
  return ({ index, response }) => {
    const entry = entries[index];
    if (entry === undefined) return -1;
    if (response === undefined) return proseOf(entry)?.text.length ?? -1;
    if (at !== index) {
      at = index;
      lengths = responsesOf(entry).map(longestText);
    }
    return lengths[response] ?? -1;
  };
}

function longestText(block: ToolResponseBlock): number {
  let longest = 0;
  for (const { text } of listResultTexts(block)) longest = Math.max(longest, text.length);
  return longest;
}

/**
 * Lists merges of adjacent old messages into one truncation marker, oldest first: one marker per entry would leave short messages little
 * but markers. It has no content, so it may represent user and assistant messages alike.
 */
function mergeOldMessages(
  context: PhaseContext,
  targets: readonly Target[],
): Generator<EvictionCandidate> {
  const { entries, currentEntry, scope, writtenBlocks } = context;
  const free = new Set(targets.map(({ index }) => index));
  return mergeAdjacent(entries(), {
    now: currentEntry,
    canMerge: (index, entry) =>
      // References and other markers contain more than a truncation marker would.
      free.has(index) &&
      isPlainMessage(entry) &&
      parseOriginalLength(proseOf(entry)!.text) !== undefined,
    becomesMarker: (index) => isReasoningOnly(scope.history[index]!),
    fold(members) {
      let length = 0;
      let texts = 0;
      let shown = 0;
      for (const entry of members) {
        const old = entry.blocks.find((block) => writtenBlocks.has(block));
        const said = proseOf(entry)!.text;
        length += lengthOf(old, context) ?? parseOriginalLength(said)!;
        texts += (old && writtenBlocks.get(old)?.texts) ?? 1;
        shown += said.length;
      }
      const text = formatTruncationMarker(length);
      const hasMarker = isMarker(proseOf(members[0]!)!.text);
      const isGain = hasMarker ? text.length < shown : isUseful(text, { length: shown });
      const written = isGain ? withProse(members[0]!, [{ text }]) : undefined;
      if (written !== undefined) {
        writtenBlocks.set(written.textBlock, { kind: 'truncatedTexts', texts });
      }
      return written?.entry;
    },
  });
}
