import type { AgentInputItem } from '@openai/agents';

/**
 * Keeps what is only sent out of sessions. After a filter the SDK looks for the source of each item that is sent in the array it handed
 * over: what has none there it stores as said anew, or in place of the first item that is missed. So what is sent has to stand there too.
 */
export interface SessionSources {
  /** Writes into the given array what the sent items come from. */
  write(given: AgentInputItem[], sent: readonly AgentInputItem[]): void;
}

export function sessionSources(): SessionSources {
  const seen = new WeakSet<AgentInputItem>();
  return {
    write(given, sent) {
      const stays = new Set(sent);
      const isGiven = new Set(given);
      // What was sent once is stored as it was then. Of what never was, a session would otherwise keep nothing: it keeps what is sent.
      const fresh = new Map<string, AgentInputItem[]>();
      for (const item of given) {
        if (stays.has(item) || seen.has(item)) continue;
        const own = fresh.get(kindOf(item));
        if (own === undefined) fresh.set(kindOf(item), [item]);
        else own.push(item);
      }
      for (const item of given) seen.add(item);
      // From the end: notes stand before what they are about.
      const sources = sent
        .toReversed()
        .map((item) => (isGiven.has(item) ? item : (fresh.get(kindOf(item))?.pop() ?? item)));
      given.splice(0, given.length, ...sources.toReversed());
    },
  };
}

/** The same for an item and what became of it. */
function kindOf(item: AgentInputItem): string {
  const { type = 'message', role, callId }: Readonly<Record<string, unknown>> = { ...item };
  return JSON.stringify([type, role, callId]);
}
