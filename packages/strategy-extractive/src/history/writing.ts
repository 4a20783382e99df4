import type { ContentBlock } from '@palimpsest/core-types';

/** What a block that was written here stands for. */
export interface Writing {
  readonly kind: 'summarizedTexts' | 'duplicateTexts' | 'truncatedTexts' | 'toolResults';
  /** How many texts became this one. */
  readonly texts: number;
}

/** What is known of the blocks that were written, whether they are used in the end or not. */
export type Writings = WeakMap<ContentBlock, Writing>;
