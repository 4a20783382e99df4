import { sameValue } from '@palimpsest/formats';
import type { Conversation } from './conversation.ts';

/** Replaces encoded messages by the framework's own objects with the same content. */
export function restoreGivenObjects<Message>(
  encoded: readonly unknown[],
  { messageIndices }: Conversation,
  given: readonly Message[],
): readonly Message[] {
  return encoded.map((message) => {
    const place = messageIndices.get(message);
    // A codec writes messages of its own format.
    return place === undefined ? (message as Message) : given[place]!;
  });
}

/**
 * Replaces newly encoded messages by the objects sent at the same position, if their content is equal. Objects from which the history was
 * decoded stay.
 */
export function reuseSentObjects(
  encoded: readonly unknown[],
  before: readonly unknown[],
  { messageIndices }: Conversation,
): readonly unknown[] {
  return encoded.map((message, at) => {
    const sent = before[at];
    return message !== sent && !messageIndices.has(message) && sameValue(message, sent)
      ? sent
      : message;
  });
}

/** Returns the objects from which the history was decoded, for messages that are sent unchanged. */
export function getDecodedObjects(
  messages: readonly unknown[],
  { messageIndices }: Conversation,
): readonly unknown[] {
  const objects = [...messages];
  for (const [object, place] of messageIndices) objects[place] = object;
  return objects;
}
