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

/**
 * Messages as the codec wrote them. What it wrote anew is the object that was sent at the same place, where both say the same; what the
 * history was read from stays itself, whoever said the same before.
 */
export function withObjectsSent(
  encoded: readonly unknown[],
  before: readonly unknown[],
  { places }: Pick<Conversation, 'places'>,
): readonly unknown[] {
  return encoded.map((message, at) => {
    const sent = before[at];
    return message !== sent && !places.has(message) && sameValue(message, sent) ? sent : message;
  });
}

/** The objects that the history was read from, for messages that are sent as they are. */
export function objectsRead(
  messages: readonly unknown[],
  { places }: Pick<Conversation, 'places'>,
): readonly unknown[] {
  const objects = [...messages];
  for (const [object, place] of places) objects[place] = object;
  return objects;
}
