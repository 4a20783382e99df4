import {
  formatTruncationMarker,
  isMarker,
  parseDuplicateMarker,
  replaceBinaryText,
} from '@palimpsest/core-types';
import { truncateText } from '@palimpsest/engine/text';
import { reductions, type Reduction } from '@palimpsest/summarizer/reduce';
import { EditedMessages, type Fate, type Place } from './edited-messages.ts';
import { contentLength, idText, mustStay, textOf, type Message } from './message.ts';
import type { Settings } from './options.ts';
import { isNameable, passagesOf } from './passages.ts';
import { Originals } from './provenance.ts';
import type { CompressionStatistics, CompressResult } from './result.ts';
import type { Asking, Candidates } from './summarizing.ts';

/**
 * Computes one call of `compress`. Without a budget, applies every reduction outside the recency window. With one, applies reductions, oldest
 * first, until the budget is met: this finds the largest window that fits in one pass and makes each summary once.
 *
 * @param messages the messages that the result contains where nothing is replaced
 * @param sources the same messages, or copies, to read and store
 */
export function* rewrite(
  messages: readonly Message[],
  sources: readonly Message[],
  settings: Settings,
): Asking<CompressResult> {
  const { tokenBudget: budget, minRecencyWindow, recencyWindow } = settings;
  const originals = new Originals(sources, settings.sourceVersion);
  const edited = new EditedMessages(messages, sources, settings.tokenCounter);
  const isMet = () => budget !== undefined && edited.tokens <= budget;
  let touched = 0;
  if (isDue(edited, settings)) {
    const window = budget === undefined ? recencyWindow : minRecencyWindow;
    const recencyStart = Math.max(0, messages.length - window);
    const oldest = { sources, originals, settings, recencyStart };
    touched = yield* reduceOldest(edited, oldest, isMet);
    if (budget !== undefined && !isMet()) {
      touched = recencyStart;
      if (settings.forceConverge) cutOldMessages(edited, oldest, isMet);
    }
  }
  const places = edited.places();
  const tokenCount = tokensOf(places);
  return {
    messages: places.map(({ message }) => message),
    verbatim: originals.verbatim(places.filter(({ fate }) => fate !== undefined)),
    compression: statisticsOf(sources, edited, settings),
    ...(budget !== undefined && {
      fits: tokenCount <= budget,
      tokenCount,
      recencyWindow: messages.length - touched,
    }),
  };
}

function isDue(
  { tokens }: EditedMessages,
  { compressionThreshold, tokenBudget }: Settings,
): boolean {
  if (compressionThreshold !== undefined && tokens < compressionThreshold) return false;
  return tokenBudget === undefined || tokens > tokenBudget;
}

/** The messages of a call, and what is needed to change the oldest of them. */
interface Oldest {
  readonly sources: readonly Message[];
  readonly originals: Originals;
  readonly settings: Settings;
  /** Index of the first message of the recency window. */
  readonly recencyStart: number;
}

const FATES: Readonly<Record<Reduction['kind'], Fate>> = {
  summary: 'compressed',
  'code-split': 'compressed',
  duplicate: 'deduped',
  'near-duplicate': 'fuzzy-deduped',
};

/**
 * Applies the reductions of the pipeline, oldest first, until enough tokens are saved.
 *
 * @returns the index after the last replaced message
 */
function* reduceOldest(
  edited: EditedMessages,
  { sources, originals, settings, recencyStart }: Oldest,
  isEnough: () => boolean,
): Asking<number> {
  const mayName = isNameable(sources);
  const provenance = (members: readonly number[]) =>
    originals.provenance(members[0]!, members.at(-1)! + 1);
  const proposals = reductions(passagesOf(sources, settings.preserve, recencyStart), {
    dedup: settings.dedup,
    nearDedup: settings.fuzzyDedup,
    nearThreshold: settings.fuzzyThreshold,
    recencyStart,
    prefix: 'cce:',
    ...(settings.embedSummaryId && { summaryId: (members) => provenance(members).summary_id }),
  });
  let touched = 0;
  for (const reduction of proposals) {
    if (isEnough()) break;
    const { kind, members, of } = reduction;
    // Only a unique id tells which message a reference means.
    if (of !== undefined && !mayName(of)) continue;
    const content = yield* contentFor(reduction);
    if (content === undefined) continue;
    const first = members[0]!;
    const end = members.at(-1)! + 1;
    const place = { first, end, content, fate: FATES[kind], provenance: provenance(members) };
    if (edited.replace(place)) touched = end;
  }
  return touched;
}

/** Returns the new content with the preferred summaries, or if they do not fit, with the fallback summaries. */
function* contentFor(reduction: Reduction): Asking<string | undefined> {
  const candidates: Candidates[] = [];
  for (const source of reduction.sources) candidates.push(yield source);
  const best = reduction.write(candidates.map(([first]) => first!));
  return best ?? reduction.write(candidates.map((summaries) => summaries.at(-1)!));
}

/** Lengths to which old messages are truncated, in order, in UTF-16 units; 0 leaves only a marker. */
const LENGTHS = [512, 256, 128, 0] as const;

const TRUNCATED = /^\[truncated — (\d{1,15}) chars(?:: ([^]*))?\]$/;

/**
 * Truncates old messages until enough tokens are saved, the longest first: all to 512 UTF-16 units, then to 256, to 128, and finally to the
 * marker alone. A truncation never lengthens a message. Keeps references and the messages they name.
 */
function cutOldMessages(
  edited: EditedMessages,
  { sources, originals, settings, recencyStart }: Oldest,
  isEnough: () => boolean,
): void {
  const places = edited.places();
  const named = new Set(places.map(({ message }) => referenceIn(message)));
  const longestFirst = places
    .filter(mayCut)
    .toSorted((one, other) => contentLength(other.message) - contentLength(one.message));
  for (const limit of LENGTHS) {
    for (const { first } of longestFirst) {
      if (isEnough()) return;
      cut(edited.placeAt(first)!, limit);
    }
  }

  function mayCut({ first, end, message }: Place): boolean {
    if (end > recencyStart || mustStay(message, settings.preserve)) return false;
    return !named.has(idText(sources[first]!));
  }

  function cut({ first, end, message }: Place, limit: number): void {
    const length = lengthOf(sources.slice(first, end));
    const text = textOf(message);
    const [, reportedLength, excerpt = ''] = TRUNCATED.exec(text) ?? [];
    const visibleText = reportedLength === undefined ? text : excerpt;
    if (visibleText.length <= limit) return;
    // No other marker is cut to an excerpt. Only a summary may become a bare truncation marker: the others hold more than that.
    const isOtherMarker = reportedLength === undefined && isMarker(text);
    if (isOtherMarker && (limit > 0 || !text.startsWith('[summary'))) return;
    const shown = truncateText(replaceBinaryText(visibleText), limit);
    const content = formatTruncationMarker(Number(reportedLength ?? length), shown);
    if (content.length >= text.length) return;
    const provenance = originals.provenance(first, end);
    edited.replace({ first, end, content, provenance, fate: 'compressed' });
  }
}

/** Returns the name in a reference, of this call or an earlier one; `undefined` for other messages. */
function referenceIn(message: Message): string | undefined {
  const text = textOf(message);
  return text.startsWith('[') ? parseDuplicateMarker(text)?.of : undefined;
}

/** Returns the statistics, counted on the final result. */
function statisticsOf(
  messages: readonly Message[],
  edited: EditedMessages,
  { sourceVersion }: Settings,
): CompressionStatistics {
  const places = edited.places();
  const counts = { compressed: 0, deduped: 0, 'fuzzy-deduped': 0, preserved: 0 };
  for (const { first, end, fate = 'preserved' } of places) counts[fate] += end - first;
  const { deduped, 'fuzzy-deduped': fuzzy } = counts;
  return {
    original_version: sourceVersion,
    ratio: ratio(lengthOf(messages), lengthOf(places.map(({ message }) => message))),
    token_ratio: ratio(edited.originalTokens, tokensOf(places)),
    messages_compressed: counts.compressed,
    messages_preserved: counts.preserved,
    ...(deduped > 0 && { messages_deduped: deduped }),
    ...(fuzzy > 0 && { messages_fuzzy_deduped: fuzzy }),
  };
}

/** Returns the total, summed again instead of the running total, so that it matches the result. */
function tokensOf(places: readonly Place[]): number {
  return places.reduce((sum, { tokens }) => sum + tokens, 0);
}

function lengthOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + contentLength(message), 0);
}

function ratio(before: number, after: number): number {
  return after === 0 ? 1 : before / after;
}
