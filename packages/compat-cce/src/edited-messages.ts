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

interface NewPlace {
  readonly first: number;
  readonly end: number;
  readonly content: string;
  readonly fate: Fate;
  readonly provenance: CceOriginal;
}

/** The result of a call under construction. */
export class EditedMessages {
  /** Token count of the input messages. */
  readonly originalTokens: number;
  /** Token count of the current result. */
  tokens: number;
  readonly #places: (Place | undefined)[];
  readonly #sources: readonly Message[];
  readonly #count: TokenCounter;

  /**
   * @param messages the messages that the result contains where nothing is replaced
   * @param sources the same messages, or copies; replacements get their fields
   */
  constructor(messages: readonly Message[], sources: readonly Message[], count: TokenCounter) {
    const places = messages.map((message, first): Place => {
      return { first, end: first + 1, message, tokens: count(message) };
    });
    this.#places = places;
    this.#sources = sources;
    this.#count = count;
    this.originalTokens = places.reduce((sum, place) => sum + place.tokens, 0);
    this.tokens = this.originalTokens;
  }

  /** Returns the place that starts at an index; `undefined` inside a place that starts earlier. */
  placeAt(index: number): Place | undefined {
    return this.#places[index];
  }

  places(): Place[] {
    return this.#places.filter((place) => place !== undefined);
  }

  /** Replaces the messages of a place by one message. Returns false, without a change, if that would add tokens. */
  replace({ first, end, content, fate, provenance }: NewPlace): boolean {
    const replaced = this.#places.slice(first, end);
    const before = replaced.reduce((sum, place) => sum + (place?.tokens ?? 0), 0);
    const message = replacementOf(this.#sources[first]!, content, provenance);
    const tokens = this.#count(message);
    if (tokens > before) return false;
    this.tokens += tokens - before;
    this.#places.fill(undefined, first, end);
    this.#places[first] = { first, end, message, tokens, fate };
    return true;
  }
}

/** Returns a copy of the first message with new content, and with the provenance in its metadata. */
function replacementOf(first: Message, content: string, provenance: CceOriginal): Message {
  const known: unknown = first.metadata;
  const metadata = {
    ...(typeof known === 'object' ? known : undefined),
    [PROVENANCE_KEY]: provenance,
  };
  return { ...first, content, metadata };
}
