import type { Codec } from '@palimpsest/formats';
import type { Conversation } from './conversation.ts';
import { findConversation, type Found } from './find-conversation.ts';

/** Conversations of one session that are remembered: the main one and those of subagents. */
const MOST = 32;

/** The conversations of an adapter, the most recently used last. */
export interface Conversations {
  find(codec: Codec, messages: readonly unknown[], name: string | undefined): Found;
  /** Adds a conversation, and evicts the least recently used one beyond the limit. */
  remember(format: string, name: string | undefined, conversation: Conversation): void;
  forget(conversation: Conversation): void;
}

interface Known {
  readonly scope: string;
  readonly conversation: Conversation;
}

export function createConversations(): Conversations {
  let known: readonly Known[] = [];
  const without = (conversation: Conversation): readonly Known[] =>
    known.filter((one) => one.conversation !== conversation);
  return {
    find(codec, messages, name) {
      const scope = scopeOf(codec.name, name);
      const own = known.filter((one) => one.scope === scope).toReversed();
      return findConversation(
        own.map(({ conversation }) => conversation),
        messages,
        codec,
      );
    },
    remember(format, name, conversation) {
      const scope = scopeOf(format, name);
      known = [...without(conversation), { scope, conversation }].slice(-MOST);
    },
    forget(conversation) {
      known = without(conversation);
    },
  };
}

function scopeOf(format: string, name: string | undefined): string {
  return JSON.stringify(name === undefined ? [format] : [format, name]);
}
