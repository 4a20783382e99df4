import type { AdaptRequest } from '@palimpsest/adapter';

/** What the last request of a conversation was, for who prepares the next one before it is written. */
export interface SessionFacts {
  of(conversation: string): AdaptRequest;
  remember(conversation: string, facts: AdaptRequest): void;
}

/** Conversations that are remembered. */
const MOST = 32;

export function createSessionFacts(): SessionFacts {
  const known = new Map<string, AdaptRequest>();
  return {
    of: (conversation) => ({ conversation, ...known.get(conversation) }),
    remember(conversation, facts) {
      known.delete(conversation);
      known.set(conversation, facts);
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    },
  };
}

/** One agent in one session is one conversation. */
export function conversationOf(sessionId: string, agentName: string): string {
  return JSON.stringify([sessionId, agentName]);
}
