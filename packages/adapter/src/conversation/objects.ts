import { sameValue } from '@palimpsest/formats';
import type { Conversation } from './conversation.ts';

/** Messages as the codec wrote them, with the framework's own objects wherever it holds the same. */
export function withOwnObjects<Message>(
  encoded: readonly unknown[],
  { places }: Pick<Conversation, 'places'>,
  given: readonly Message[],
): readonly Message[] {
  return encoded.map((message) => {
    const place = places.get(message);
    // What a codec writes is a message of its format.
    return place === undefined ? (message as Message) : given[place]!;
  });
}

/** Messages as the codec wrote them, with the objects of the last request wherever they say the same at the same place. */
export function withObjectsSent(
  encoded: readonly unknown[],
  before: readonly unknown[],
): readonly unknown[] {
  return encoded.map((message, at) =>
    message !== before[at] && sameValue(message, before[at]) ? before[at] : message,
  );
}
