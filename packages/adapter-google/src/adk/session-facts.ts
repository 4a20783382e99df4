import type { AdaptRequest } from '@palimpsest/adapter';

/** Facts about the last request of a conversation, for the compactor that runs before the next one. */
export interface SessionFacts {
  of(conversation: string): AdaptRequest;
  remember(conversation: string, facts: AdaptRequest): void;
}

/** Maximum number of remembered conversations. */
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

/** Returns the key of a conversation: one agent in one session. */
export function conversationOf(sessionId: string, agentName: string): string {
  return JSON.stringify([sessionId, agentName]);
}
