import { proseOf } from './prose.ts';
import type { Entries, PassageLocation } from './sites.ts';

/** Whose text stands at a site. What tools answered is given up first, what people said last. */
export type Kind = 'data' | 'agent' | 'people';

const ORDER: readonly Kind[] = ['data', 'agent', 'people'];

export function kindOf(entries: Entries, { place, response }: PassageLocation): Kind {
  const speaker = entries[place]?.speaker;
  if (response !== undefined || speaker === 'tool') return 'data';
  return speaker === 'human' ? 'people' : 'agent';
}

/** The kind that is given up last. */
export function latest(kinds: readonly Kind[]): Kind {
  return ORDER[Math.max(...kinds.map((kind) => ORDER.indexOf(kind)))]!;
}

/** The text of an entry, where that is what a person said. */
export function saidByPerson(entries: Entries, place: number): string | undefined {
  const entry = entries[place];
  return entry?.speaker === 'human' ? proseOf(entry)?.text : undefined;
}
