import type { ToolTaxonomy } from '@palimpsest/core-types';
import type { ExchangeIndex } from '@palimpsest/history';
import type { Passage } from '@palimpsest/salience';
import { factsOfCalls } from './call-facts.ts';
import { partsOf, type Part } from './parts.ts';
import type { ParseCache } from './parse-cache.ts';

/** The parts of every entry of a history. What was read before is not read again. */
export function parseHistory(
  index: ExchangeIndex,
  { taxonomy, memory }: { readonly taxonomy: ToolTaxonomy; readonly memory: ParseCache },
): readonly (readonly Part[])[] {
  const facts = factsOfCalls(index, taxonomy);
  return index.history.map((entry, at) =>
    partsOf(entry, at, { memory, callOf: (block) => facts.get(block) }),
  );
}

/** A part as the ranking knows it. */
export function toPassage({ reading, entry, role, call }: Part): Passage {
  return { reading, message: entry, role, namesFile: call?.namesFile === true };
}
