import type { Message } from './message.ts';
import { PROVENANCE_KEY, type CceOriginal } from './provenance.ts';
import type { TokenCounter } from './token-counter.ts';

/** What became of a message; one nobody names was preserved. */
export type Fate = 'compressed' | 'deduped' | 'fuzzy-deduped';

/** A message of the result, and those of the input it stands for: from `first` until before `end`. */
export interface Place {
  readonly first: number;
  readonly end: number;
  readonly message: Message;
  readonly tokens: number;
  /** Absent where the message is the one that was handed in. */
  readonly fate?: Fate;
}

/** The result of a call while it is made. */
export interface Draft {
  /** Tokens of the messages handed in. */
  readonly originalTokens: number;
  /** Tokens of the result as it is now. */
  readonly tokens: number;
  /** What begins at an index now; undefined inside a place that begins earlier. */
  placeAt(index: number): Place | undefined;
  /** Lets one message stand for those of a place. Answers false, and does nothing, where that would cost tokens. */
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
 * @param messages what the result shows of messages nobody touched
 * @param sources the same messages; replacements have their fields
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

/** The first message with other content; its metadata say what it stands for. */
function standIn(first: Message, content: string, provenance: CceOriginal): Message {
  const known: unknown = first.metadata;
  const metadata = {
    ...(typeof known === 'object' ? known : undefined),
    [PROVENANCE_KEY]: provenance,
  };
  return { ...first, content, metadata };
}
