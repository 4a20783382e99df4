import type { AgentInputItem } from '@openai/agents';
import { fieldsOf } from '@palimpsest/adapter';

/**
 * Keeps compressed items out of sessions. After a filter, the SDK searches its input array for the source of each sent item. It stores an
 * item without a source as new, or in place of the first missing item. So the array must also contain the sent items' sources.
 */
export interface SessionSources {
  /** Writes the sources of the sent items into the given array. */
  write(given: AgentInputItem[], sent: readonly AgentInputItem[]): void;
}

export function sessionSources(): SessionSources {
  const seen = new WeakSet<AgentInputItem>();
  return {
    write(given, sent) {
      const stays = new Set(sent);
      const isGiven = new Set(given);
      // An item sent before is stored as it was then; for any other, the session would store the sent form.
      const fresh = new Map<string, AgentInputItem[]>();
      for (const item of given) {
        if (stays.has(item) || seen.has(item)) continue;
        const own = fresh.get(kindOf(item));
        if (own === undefined) fresh.set(kindOf(item), [item]);
        else own.push(item);
      }
      for (const item of given) seen.add(item);
      // From the end: notes precede what they describe.
      const sources = sent
        .toReversed()
        .map((item) => (isGiven.has(item) ? item : (fresh.get(kindOf(item))?.pop() ?? item)));
      given.splice(0, given.length, ...sources.toReversed());
    },
  };
}

/** Returns a key that is equal for an item and its compressed form. */
function kindOf(item: AgentInputItem): string {
  const { type = 'message', role, callId } = fieldsOf(item);
  return JSON.stringify([type, role, callId]);
}
