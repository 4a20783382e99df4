import type { ContentBlock, DensityResult, IContent } from '@palimpsest/core-types';
import { hasContent } from '@palimpsest/engine/history';

/** Edits of the blocks of a history. Indices of entries and blocks are those of the given history. */
export interface BlockEdits {
  readonly isPresent: (entry: number, block: number) => boolean;
  /** Replaces a block; removes it if there is no other one. */
  readonly setBlock: (entry: number, block: number, other: ContentBlock | undefined) => void;
  /** Replaces all blocks of an entry. */
  readonly setBlocks: (entry: number, blocks: readonly ContentBlock[]) => void;
  /** Returns the entries as the edits leave them, with the same indices. */
  readonly entries: () => readonly IContent[];
  /** Returns the edits by entry, in order. */
  readonly plan: () => Pick<DensityResult, 'removals' | 'replacements'>;
}

export function createBlockEdits(history: readonly IContent[]): BlockEdits {
  const edited = new Map<number, (ContentBlock | undefined)[]>();
  return {
    isPresent: (entry, block) => !edited.has(entry) || edited.get(entry)![block] !== undefined,
    setBlock(entry, block, other) {
      const blocks = edited.get(entry) ?? [...history[entry]!.blocks];
      blocks[block] = other;
      edited.set(entry, blocks);
    },
    setBlocks(entry, blocks) {
      edited.set(entry, [...blocks]);
    },
    entries: () =>
      history.map((entry, index) => {
        const blocks = edited.get(index);
        return blocks === undefined ? entry : { ...entry, blocks: leftOf(blocks) };
      }),
    plan() {
      const removals: number[] = [];
      const replacements = new Map<number, IContent>();
      for (const [index, edit] of [...edited].toSorted(([one], [other]) => one - other)) {
        const blocks = leftOf(edit);
        if (blocks.some(saysSomething)) replacements.set(index, { ...history[index]!, blocks });
        else removals.push(index);
      }
      return { removals, replacements };
    },
  };
}

function leftOf(blocks: readonly (ContentBlock | undefined)[]): readonly ContentBlock[] {
  return blocks.filter((block) => block !== undefined);
}

/** Returns whether a block has content other than reasoning: an entry without any is removed. */
function saysSomething(block: ContentBlock): boolean {
  return block.type !== 'thinking' && hasContent(block);
}
