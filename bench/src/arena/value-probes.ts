import type { ChatMessage } from '../retention/chat-message.ts';
import { identifiersOf } from '../retention/baselines/identifier-list.ts';
import type { Probe } from '../retention/probes.ts';
import { searchableText } from '../retention/survival.ts';

/** Returns the identifiers that the assistant uses after the cut, that the history contains, and that no other message showed again before. */
export function findValueProbes(messages: readonly ChatMessage[], cut: number): Probe[] {
  const places = new Map<string, { last: number; roles: Set<string> }>();
  for (const [index, message] of messages.slice(0, cut).entries()) {
    if (message.role === 'system') continue;
    for (const value of identifiersOf(searchableText([message]))) {
      const place = places.get(value) ?? { last: index, roles: new Set() };
      place.last = index;
      place.roles.add(message.role);
      places.set(value, place);
    }
  }
  const shown = new Set<string>();
  const probes = new Map<string, Probe>();
  for (const message of messages.slice(cut)) {
    const own = identifiersOf(searchableText([message]));
    for (const value of own) {
      const place = places.get(value);
      const isUse = message.role === 'assistant' && place !== undefined && !shown.has(value);
      if (isUse && !probes.has(value)) {
        const { last, roles } = place;
        probes.set(value, { value, kind: 'identifier', use: 'text', last, roles: [...roles] });
      }
      if (message.role !== 'assistant') shown.add(value);
    }
  }
  return [...probes.values()];
}
