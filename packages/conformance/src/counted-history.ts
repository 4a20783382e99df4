import type { ContentBlock, IContent, Speaker } from '@palimpsest/core-types';

/** Returns copies of entries that count how often they and their blocks are read, in any list. */
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
    // Reading the only block of an entry counts as reading the entry.
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
