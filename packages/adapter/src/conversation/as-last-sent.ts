import type { Codec } from '@palimpsest/formats';
import type { Conversations } from './conversations.ts';
import { withOwnObjects } from './objects.ts';

/**
 * Returns messages for a request that could not be prepared: those sent before exactly as sent, because reasoning may depend on them, and the
 * rest unchanged.
 */
export function asLastSent<Message>(
  conversations: Conversations,
  codec: Codec,
  messages: readonly Message[],
  name: string | undefined,
): readonly Message[] {
  const found = conversations.find(codec, messages, name);
  if (found.kind !== 'goes-on' || found.with === 'sent') return messages;
  const { conversation, from } = found;
  const { last, isRewritten } = conversation;
  if (last === undefined || !isRewritten) return messages;
  return [...withOwnObjects(last.encoded, conversation, messages), ...messages.slice(from)];
}
