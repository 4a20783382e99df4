import type { ContentBlock, IContent } from '@palimpsest/core-types';

/** An entry before and after its reduction. */
export interface Reduction {
  readonly reduced: IContent;
  readonly full: IContent;
}

/** The reduction of one result, as if it were alone in its entry. */
export interface ResultReduction extends Reduction {
  /** Index of its block in the entry. */
  readonly block: number;
}

/**
 * Returns the reductions of an entry's results, newest first, if several were reduced. Returns none if media were removed with them: it is
 * unknown to which result they belong.
 */
export function resultReductions({ reduced, full }: Reduction): readonly ResultReduction[] {
  if (reduced.blocks.length !== full.blocks.length) return [];
  const alone = (block: ContentBlock): IContent => ({ speaker: full.speaker, blocks: [block] });
  const found: ResultReduction[] = [];
  for (const [block, given] of full.blocks.entries()) {
    const left = reduced.blocks[block]!;
    if (left !== given) found.push({ block, reduced: alone(left), full: alone(given) });
  }
  return found.length > 1 ? found.toReversed() : [];
}
