import { sameValue, type Codec } from '@palimpsest/formats';
import type { Checkpoint, Conversation } from './conversation.ts';

/** How messages relate to known conversations. `from` is the index of the first message that is new to the conversation. */
export type ConversationMatch =
  /** The messages start with all messages of a conversation, as given or as sent. */
  | {
      readonly kind: 'goes-on';
      readonly conversation: Conversation;
      readonly from: number;
      readonly with: 'given' | 'sent';
    }
  /** The messages and a conversation share only a prefix. `from` is the newest checkpoint in that prefix. */
  | {
      readonly kind: 'forks';
      readonly conversation: Conversation;
      readonly from: number;
      readonly checkpoint: Checkpoint;
    }
  | { readonly kind: 'new'; readonly from: 0 };

const NEW: ConversationMatch = { kind: 'new', from: 0 };

/** Finds the conversation that covers most of the leading messages; the first wins ties. Compares by identity, then by content. */
export function findConversation(
  conversations: readonly Conversation[],
  messages: readonly unknown[],
  codec: Codec,
): ConversationMatch {
  let best = NEW;
  for (const conversation of conversations) {
    const found = matchConversation(conversation, messages, codec);
    if (found.from > best.from) best = found;
  }
  return best;
}

function matchConversation(
  conversation: Conversation,
  messages: readonly unknown[],
  codec: Codec,
): ConversationMatch {
  const { last, checkpoints, isRewritten } = conversation;
  if (last === undefined) return NEW;
  const { given, sent } = last;
  const common = commonLength(given, messages, codec);
  if (common > 0 && common === given.length) {
    return { kind: 'goes-on', conversation, with: 'given', from: common };
  }
  if (isRewritten && sent.length > 0 && commonLength(sent, messages, codec) === sent.length) {
    return { kind: 'goes-on', conversation, with: 'sent', from: sent.length };
  }
  const checkpoint = checkpoints.findLast((each) => each.messages <= common && each.messages > 0);
  return checkpoint === undefined
    ? NEW
    : { kind: 'forks', conversation, from: checkpoint.messages, checkpoint };
}

function commonLength(
  known: readonly unknown[],
  messages: readonly unknown[],
  codec: Codec,
): number {
  const isSame = (left: unknown, right: unknown): boolean =>
    left === right || (codec.hasSameContent?.(left, right) ?? sameValue(left, right));
  const maxLength = Math.min(known.length, messages.length);
  let at = 0;
  while (at < maxLength && isSame(known[at], messages[at])) at += 1;
  return at;
}
