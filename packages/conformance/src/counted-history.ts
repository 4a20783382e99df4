import type { ContentBlock, IContent, Speaker } from '@palimpsest/core-types';

/** Entries that count how often somebody looks into them, in whichever list they stand. */
export function countedHistory(entries: readonly IContent[]): {
  readonly history: readonly IContent[];
  readonly visits: () => number;
} {
  let visits = 0;
  const history = entries.map((entry) =>
    Object.defineProperties(
      { ...entry },
      {
        blocks: {
          enumerable: true,
          get: (): readonly ContentBlock[] => {
            visits += 1;
            return entry.blocks;
          },
        },
        speaker: {
          enumerable: true,
          get: (): Speaker => {
            visits += 1;
            return entry.speaker;
          },
        },
      },
    ),
  );
  return { history, visits: () => visits };
}
