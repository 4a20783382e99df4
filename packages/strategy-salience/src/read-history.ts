import type { ToolTaxonomy } from '@palimpsest/core-types';
import type { ExchangeIndex } from '@palimpsest/history';
import type { Passage } from '@palimpsest/salience';
import { factsOfCalls } from './call-facts.ts';
import { partsOf, type Part } from './parts.ts';
import type { ReadingMemory } from './reading-memory.ts';

/** The parts of every entry of a history. What was read before is not read again. */
export function readHistory(
  index: ExchangeIndex,
  { taxonomy, memory }: { readonly taxonomy: ToolTaxonomy; readonly memory: ReadingMemory },
): readonly (readonly Part[])[] {
  const facts = factsOfCalls(index, taxonomy);
  return index.history.map((entry, at) =>
    partsOf(entry, at, { memory, callOf: (block) => facts.get(block) }),
  );
}

/** A part as the ranking knows it. */
export function passageOf({ reading, entry, role, call }: Part): Passage {
  return { reading, message: entry, role, namesFile: call?.namesFile === true };
}
