import type { ContentBlock, IContent } from '@palimpsest/core-types';

/** Entries that count how often somebody looks into them, in whichever list they stand. */
export function countedHistory(entries: readonly IContent[]): {
  readonly history: readonly IContent[];
  readonly visits: () => number;
} {
  let visits = 0;
  const history = entries.map((entry) =>
    Object.defineProperty({ ...entry }, 'blocks', {
      enumerable: true,
      get: (): readonly ContentBlock[] => {
        visits += 1;
        return entry.blocks;
      },
    }),
  );
  return { history, visits: () => visits };
}
