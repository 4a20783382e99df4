import type { Message } from './message.ts';
import type { TokenCounter } from './options.ts';
import { PROVENANCE_KEY, type CceOriginal } from './provenance.ts';

/** How a replaced message counts in the statistics. */
export type Fate = 'compressed' | 'deduped' | 'fuzzy-deduped';

/** A message of the result, and the input messages it represents. */
export interface Place {
  /** Index of the first input message. */
  readonly first: number;
  /** Index after the last input message. */
  readonly end: number;
  readonly message: Message;
  readonly tokens: number;
  /** Absent for an unchanged message. */
  readonly fate?: Fate;
}

interface NewPlace extends Pick<Place, 'first' | 'end'> {
  readonly content: string;
  readonly fate: Fate;
  readonly provenance: CceOriginal;
}

/** The messages of a call while they are replaced, with a running token total. */
export class EditedMessages {
  /** By index of the first message; `undefined` inside a place that starts earlier. */
  readonly #places: (Place | undefined)[];
  readonly #sources: readonly Message[];
  readonly #count: TokenCounter;
  readonly originalTokens: number;
  tokens: number;

  /**
   * @param messages what the result contains where nothing is replaced
   * @param sources the same messages, or copies; replacements get their fields
   */
  constructor(messages: readonly Message[], sources: readonly Message[], count: TokenCounter) {
    this.#places = messages.map((message, first) => {
      return { first, end: first + 1, message, tokens: count(message) };
    });
    this.#sources = sources;
    this.#count = count;
    this.originalTokens = this.places().reduce((sum, { tokens }) => sum + tokens, 0);
    this.tokens = this.originalTokens;
  }

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
    const source = this.#sources[first]!;
    const known: unknown = source.metadata;
    const metadata = {
      ...(typeof known === 'object' ? known : undefined),
      [PROVENANCE_KEY]: provenance,
    };
    const message = { ...source, content, metadata };
    const tokens = this.#count(message);
    if (tokens > before) return false;
    this.tokens += tokens - before;
    this.#places.fill(undefined, first, end);
    this.#places[first] = { first, end, message, tokens, fate };
    return true;
  }
}
