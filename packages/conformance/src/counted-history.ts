import type { ContentBlock, IContent, Speaker } from '@palimpsest/core-types';

/** Entries and blocks that count how often somebody looks into them, in whichever list they stand. */
export function countedHistory(entries: readonly IContent[]): {
  readonly history: readonly IContent[];
  readonly visits: () => number;
} {
  let visits = 0;
  const countedBlock = (block: ContentBlock): ContentBlock =>
    Object.defineProperty({ ...block }, 'type', {
      enumerable: true,
      get: (): ContentBlock['type'] => {
        visits += 1;
        return block.type;
      },
    });
  const history = entries.map((entry) => {
    // Who looks at the only block of an entry looks at the entry.
    const blocks = entry.blocks.length > 1 ? entry.blocks.map(countedBlock) : entry.blocks;
    return Object.defineProperties(
      { ...entry },
      {
        blocks: {
          enumerable: true,
          get: (): readonly ContentBlock[] => {
            visits += 1;
            return blocks;
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
    );
  });
  return { history, visits: () => visits };
}
