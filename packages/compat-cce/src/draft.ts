import type { Message } from './message.ts';
import { PROVENANCE_KEY, type CceOriginal } from './provenance.ts';
import type { TokenCounter } from './token-counter.ts';

/** How a message was replaced. An unchanged message has no fate. */
export type Fate = 'compressed' | 'deduped' | 'fuzzy-deduped';

/** A message of the result and the input messages it represents: from `first` up to, but not including, `end`. */
export interface Place {
  readonly first: number;
  readonly end: number;
  readonly message: Message;
  readonly tokens: number;
  /** Absent if the message is unchanged. */
  readonly fate?: Fate;
}

/** The result of a call under construction. */
export interface Draft {
  /** Token count of the input messages. */
  readonly originalTokens: number;
  /** Token count of the current result. */
  readonly tokens: number;
  /** Returns the place that starts at an index; `undefined` inside a place that starts earlier. */
  placeAt(index: number): Place | undefined;
  /** Replaces the messages of a place by one message. Returns false, without a change, if that would add tokens. */
  replace(place: NewPlace): boolean;
  places(): Place[];
}

interface NewPlace {
  readonly first: number;
  readonly end: number;
  readonly content: string;
  readonly fate: Fate;
  readonly provenance: CceOriginal;
}

/**
 * @param messages the messages that the result contains where nothing is replaced
 * @param sources the same messages, or copies; replacements get their fields
 */
export function startDraft(
  messages: readonly Message[],
  sources: readonly Message[],
  count: TokenCounter,
): Draft {
  const places: (Place | undefined)[] = messages.map((message, index) => {
    return { first: index, end: index + 1, message, tokens: count(message) };
  });
  const originalTokens = places.reduce((sum, place) => sum + place!.tokens, 0);
  let tokens = originalTokens;
  return {
    originalTokens,
    get tokens() {
      return tokens;
    },
    placeAt: (index) => places[index],
    replace: ({ first, end, content, fate, provenance }) => {
      const before = places.slice(first, end).reduce((sum, place) => sum + (place?.tokens ?? 0), 0);
      const message = standIn(sources[first]!, content, provenance);
      const own = count(message);
      if (own > before) return false;
      tokens += own - before;
      places.fill(undefined, first, end);
      places[first] = { first, end, message, tokens: own, fate };
      return true;
    },
    places: () => places.filter((place) => place !== undefined),
  };
}

/** Returns a copy of the first message with new content, and with the provenance in its metadata. */
function standIn(first: Message, content: string, provenance: CceOriginal): Message {
  const known: unknown = first.metadata;
  const metadata = {
    ...(typeof known === 'object' ? known : undefined),
    [PROVENANCE_KEY]: provenance,
  };
  return { ...first, content, metadata };
}
