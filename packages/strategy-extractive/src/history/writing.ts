import type { ContentBlock } from '@palimpsest/core-types';

/** What a block written by this compression represents. */
export interface Writing {
  readonly kind: 'summarizedTexts' | 'duplicateTexts' | 'truncatedTexts' | 'toolResults';
  /** Number of texts that the block represents. */
  readonly texts: number;
  /** Their total length, in UTF-16 units. Ignored after the round: a later run cannot know it. */
  readonly length?: number | undefined;
  readonly round: number;
}

/** Records of all written blocks, including those that the result does not use. */
export type Writings = WeakMap<ContentBlock, Writing>;

/** Where the phases of a round record their blocks. */
export interface Notes {
  readonly writings: Writings;
  readonly round: number;
}
