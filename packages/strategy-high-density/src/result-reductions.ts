import type { ContentBlock, IContent } from '@palimpsest/core-types';

/** An entry that became less. */
export interface Reduction {
  readonly lean: IContent;
  readonly full: IContent;
}

/** The same of one result, as if it stood alone. */
export interface ResultReduction extends Reduction {
  /** Where it stands among the blocks of its entry. */
  readonly block: number;
}

/**
 * The results of an entry that became less, newest first, where there are several. Where pictures went with them, there are none: nobody
 * knows which result a picture belongs to.
 */
export function resultReductions({ lean, full }: Reduction): readonly ResultReduction[] {
  if (lean.blocks.length !== full.blocks.length) return [];
  const alone = (block: ContentBlock): IContent => ({ speaker: full.speaker, blocks: [block] });
  const found: ResultReduction[] = [];
  for (const [block, given] of full.blocks.entries()) {
    const left = lean.blocks[block]!;
    if (left !== given) found.push({ block, lean: alone(left), full: alone(given) });
  }
  return found.length > 1 ? found.toReversed() : [];
}
