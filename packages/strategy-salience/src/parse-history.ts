import type { ToolTaxonomy } from '@palimpsest/core-types';
import type { ExchangeIndex } from '@palimpsest/history';
import type { Passage } from '@palimpsest/salience';
import { factsOfCalls } from './call-facts.ts';
import { partsOf, type Part } from './parts.ts';
import type { ParseCache } from './parse-cache.ts';

/** Returns the parts of every entry of a history. Uses the cache for known blocks. */
export function parseHistory(
  index: ExchangeIndex,
  { taxonomy, memory }: { readonly taxonomy: ToolTaxonomy; readonly memory: ParseCache },
): readonly (readonly Part[])[] {
  const facts = factsOfCalls(index, taxonomy);
  return index.history.map((entry, at) =>
    partsOf(entry, at, { memory, callOf: (block) => facts.get(block) }),
  );
}

/** Converts a part into a passage of the ranking. */
export function toPassage({ reading, entry, role, call }: Part): Passage {
  return { reading, message: entry, role, namesFile: call?.namesFile === true };
}
