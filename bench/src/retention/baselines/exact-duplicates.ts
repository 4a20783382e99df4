import { formatDuplicateMarker } from '@palimpsest/core-types';
import { findDuplicates } from '@palimpsest/dedup';
import { contentText, type ChatMessage } from '../chat-message.ts';

/** Replaces every text or result that occurs again later, exactly equal, by a reference. */
export function exactDuplicates(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const texts = messages.map((message) =>
    message.role === 'system' ? undefined : contentText(message),
  );
  const duplicates = findDuplicates(texts);
  return messages.map((message, index) => {
    const duplicate = duplicates.get(index);
    if (duplicate === undefined) return message;
    const { of, length } = duplicate;
    return { ...message, content: formatDuplicateMarker({ of: `message ${of + 1}`, length }) };
  });
}
