import type { Codec } from '@palimpsest/formats';
import type { Conversations } from './conversations.ts';
import { withOwnObjects } from './objects.ts';

/** Messages for a request that could not be prepared: what was sent of them before is sent so again, as reasoning may be bound to it, and the rest as it is. */
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
