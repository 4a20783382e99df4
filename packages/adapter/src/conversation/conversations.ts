import type { ConversationHistory, Orchestrator, PrepareResult } from '@palimpsest/orchestrator';
import { sameValue, type Codec } from '@palimpsest/formats';

/** Names of the called tools, by call id. */
export type ToolNames = Map<string, string>;

/** A point up to which messages and history agree, so that a conversation can branch from it. */
interface Checkpoint {
  readonly messages: number;
  readonly entries: number;
}

/** One conversation and its last request. */
export interface Conversation {
  readonly history: ConversationHistory;
  readonly orchestrator: Orchestrator;
  readonly names: ToolNames;
  /** Index of the message from which each history object was decoded. */
  readonly messageIndices: Map<unknown, number>;
  /** Checkpoints in order. */
  checkpoints: readonly Checkpoint[];
  /** Whether anything was ever removed. */
  isRewritten: boolean;
  last: LastRequest | undefined;
  /** Settles when the request in progress has been prepared. */
  busy: Promise<unknown> | undefined;
}

interface LastRequest {
  /** Everything the response depends on, except the messages. */
  readonly requestKey: string;
  /** Messages as the framework held them. */
  readonly given: readonly unknown[];
  /** Messages as sent. */
  readonly sent: readonly unknown[];
  /** Messages as sent, with the objects from which the history was decoded. */
  readonly encoded: readonly unknown[];
  /** Number of messages up to the model's newest response. */
  readonly answered: number;
  readonly outcome: PrepareResult;
}

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

/** Maximum number of conversations that an adapter remembers: the main one and those of subagents. */
const MAX_CONVERSATIONS = 32;

/** The conversations of an adapter. */
export interface Conversations {
  find(codec: Codec, messages: readonly unknown[], name: string | undefined): ConversationMatch;
  /** Adds a conversation, and evicts the least recently used one beyond the limit. */
  remember(codec: Codec, name: string | undefined, conversation: Conversation): void;
  forget(conversation: Conversation): void;
}

export function createConversations(): Conversations {
  /** The scope of each conversation, the most recently used last. */
  const scopes = new Map<Conversation, string>();
  return {
    find(codec, messages, name) {
      const scope = getScopeKey(codec, name);
      const candidates = [...scopes].filter(([, other]) => other === scope).toReversed();
      return findConversation(
        candidates.map(([conversation]) => conversation),
        messages,
        (left, right) => codec.hasSameContent?.(left, right) ?? sameValue(left, right),
      );
    },
    remember(codec, name, conversation) {
      scopes.delete(conversation);
      scopes.set(conversation, getScopeKey(codec, name));
      const [oldest] = scopes.keys();
      if (scopes.size > MAX_CONVERSATIONS && oldest !== undefined) scopes.delete(oldest);
    },
    forget: (conversation) => void scopes.delete(conversation),
  };
}

/** Returns the lookup key: the format and the caller's conversation name. `find` compares only conversations with the same key. */
export function getScopeKey({ name: format }: Codec, name: string | undefined): string {
  return JSON.stringify(name === undefined ? [format] : [format, name]);
}

/**
 * Finds the conversation that covers most of the leading messages; the most recently used one wins ties. Compares by identity, then by
 * content.
 */
function findConversation(
  conversations: readonly Conversation[],
  messages: readonly unknown[],
  isSame: IsSame,
): ConversationMatch {
  let best = NEW;
  for (const conversation of conversations) {
    const found = matchConversation(conversation, messages, isSame);
    if (found.from > best.from) best = found;
  }
  return best;
}

type IsSame = (left: unknown, right: unknown) => boolean;

function matchConversation(
  conversation: Conversation,
  messages: readonly unknown[],
  isSame: IsSame,
): ConversationMatch {
  const { last, checkpoints, isRewritten } = conversation;
  if (last === undefined) return NEW;
  const { given, sent } = last;
  const common = commonLength(given, messages, isSame);
  if (common > 0 && common === given.length) {
    return { kind: 'goes-on', conversation, with: 'given', from: common };
  }
  if (isRewritten && sent.length > 0 && commonLength(sent, messages, isSame) === sent.length) {
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
  isSame: IsSame,
): number {
  const maxLength = Math.min(known.length, messages.length);
  let at = 0;
  while (at < maxLength && (known[at] === messages[at] || isSame(known[at], messages[at]))) at += 1;
  return at;
}
