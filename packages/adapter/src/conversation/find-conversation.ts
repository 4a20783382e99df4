import { sameValue, type Codec } from '@palimpsest/formats';
import type { Conversation, Checkpoint } from './conversation.ts';

/** How messages relate to known conversations. */
export type Found =
  /** They begin with all messages of a conversation, as given or as sent. */
  | {
      readonly kind: 'goes-on';
      readonly conversation: Conversation;
      readonly with: 'given' | 'sent';
      readonly from: number;
    }
  /** They begin with a part of its messages, and continue differently. */
  | { readonly kind: 'forks'; readonly conversation: Conversation; readonly mark: Checkpoint }
  | { readonly kind: 'new' };

/** Finds the conversation that shares the longest prefix with the messages. Compares by identity, then by content. */
export function findConversation(
  conversations: Iterable<Conversation>,
  messages: readonly unknown[],
  codec: Pick<Codec, 'hasSameContent'>,
): Found {
  let best: Found = { kind: 'new' };
  let most = 0;
  for (const conversation of conversations) {
    const found = matchConversation(conversation, messages, codec.hasSameContent ?? sameValue);
    const length = lengthOf(found);
    if (length <= most) continue;
    best = found;
    most = length;
  }
  return best;
}

type SaysSame = (left: unknown, right: unknown) => boolean;

function matchConversation(
  conversation: Conversation,
  messages: readonly unknown[],
  saysSame: SaysSame,
): Found {
  const { last, marks, isRewritten } = conversation;
  if (last === undefined) return { kind: 'new' };
  const { given, sent } = last;
  const common = commonLength(given, messages, saysSame);
  if (common > 0 && common === given.length) {
    return { kind: 'goes-on', conversation, with: 'given', from: common };
  }
  if (isRewritten && sent.length > 0 && commonLength(sent, messages, saysSame) === sent.length) {
    return { kind: 'goes-on', conversation, with: 'sent', from: sent.length };
  }
  const mark = marks.findLast((own) => own.messages <= common && own.messages > 0);
  return mark === undefined ? { kind: 'new' } : { kind: 'forks', conversation, mark };
}

function lengthOf(found: Found): number {
  if (found.kind === 'new') return 0;
  return found.kind === 'forks' ? found.mark.messages : found.from;
}

function commonLength(
  known: readonly unknown[],
  messages: readonly unknown[],
  saysSame: SaysSame,
): number {
  const most = Math.min(known.length, messages.length);
  let at = 0;
  while (at < most && (known[at] === messages[at] || saysSame(known[at], messages[at]))) at += 1;
  return at;
}
