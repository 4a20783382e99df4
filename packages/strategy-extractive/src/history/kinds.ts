import { proseOf } from './prose.ts';
import type { Entries, PassageLocation } from './sites.ts';

/** Source of a text. `data`, mostly tool results, is reduced first; `people`, user text, last. */
export type Kind = 'data' | 'agent' | 'people';

const ORDER: readonly Kind[] = ['data', 'agent', 'people'];

export function kindOf(entries: Entries, { place, response }: PassageLocation): Kind {
  const speaker = entries[place]?.speaker;
  if (response !== undefined || speaker === 'tool') return 'data';
  return speaker === 'human' ? 'people' : 'agent';
}

/** Returns the kind that is reduced last. */
export function latest(kinds: readonly Kind[]): Kind {
  return ORDER[Math.max(...kinds.map((kind) => ORDER.indexOf(kind)))]!;
}

/** Returns the text of an entry if it is a user message. */
export function saidByPerson(entries: Entries, place: number): string | undefined {
  const entry = entries[place];
  return entry?.speaker === 'human' ? proseOf(entry)?.text : undefined;
}
