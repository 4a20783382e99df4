import { sameValue } from '@palimpsest/formats';
import type { Conversation } from './conversation.ts';

/** Replaces encoded messages by the framework's own objects with the same content. */
export function withOwnObjects<Message>(
  encoded: readonly unknown[],
  { places }: Pick<Conversation, 'places'>,
  given: readonly Message[],
): readonly Message[] {
  return encoded.map((message) => {
    const place = places.get(message);
    // A codec writes messages of its own format.
    return place === undefined ? (message as Message) : given[place]!;
  });
}

/**
 * Replaces newly encoded messages by the objects sent at the same position, if their content is equal. Objects from which the history was
 * decoded stay.
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

/** Returns the objects from which the history was decoded, for messages that are sent unchanged. */
export function objectsRead(
  messages: readonly unknown[],
  { places }: Pick<Conversation, 'places'>,
): readonly unknown[] {
  const objects = [...messages];
  for (const [object, place] of places) objects[place] = object;
  return objects;
}
