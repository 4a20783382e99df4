import type { Draft, Fate, Place } from './draft.ts';
import { contentLength, type Message } from './message.ts';
import type { CompressionStatistics } from './result.ts';
import type { Settings } from './read-options.ts';

/** Returns the statistics, counted on the final result. */
export function statisticsOf(
  messages: readonly Message[],
  draft: Draft,
  { sourceVersion, ignored }: Settings,
): CompressionStatistics {
  const places = draft.places();
  const deduped = countSources(places, 'deduped');
  const fuzzy = countSources(places, 'fuzzy-deduped');
  return {
    original_version: sourceVersion,
    ratio: ratio(lengthOf(messages), lengthOf(places.map(({ message }) => message))),
    token_ratio: ratio(draft.originalTokens, tokensOf(places)),
    messages_compressed: countSources(places, 'compressed'),
    messages_preserved: countSources(places, undefined),
    ...(deduped > 0 && { messages_deduped: deduped }),
    ...(fuzzy > 0 && { messages_fuzzy_deduped: fuzzy }),
    ...(ignored.length > 0 && { ignored_options: [...ignored] }),
  };
}

/** Returns the total, summed again instead of the draft's running total, so that it matches the result. */
export function tokensOf(places: readonly Place[]): number {
  return places.reduce((sum, { tokens }) => sum + tokens, 0);
}

function countSources(places: readonly Place[], fate: Fate | undefined): number {
  return places.reduce((sum, place) => {
    return place.fate === fate ? sum + place.end - place.first : sum;
  }, 0);
}

function lengthOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + contentLength(message), 0);
}

function ratio(before: number, after: number): number {
  return after === 0 ? 1 : before / after;
}
