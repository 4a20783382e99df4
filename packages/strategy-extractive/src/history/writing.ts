import type { ContentBlock } from '@palimpsest/core-types';

/** What a block that was written here stands for. */
export interface Writing {
  readonly kind: 'summarizedTexts' | 'duplicateTexts' | 'truncatedTexts' | 'toolResults';
  /** How many texts became this one. */
  readonly texts: number;
  /** Length of them all, in UTF-16 units. Forgotten after the round: a later run could not know it. */
  readonly length?: number | undefined;
  readonly round: number;
}

/** What is known of the blocks that were written, whether they are used in the end or not. */
export type Writings = WeakMap<ContentBlock, Writing>;

/** What a phase of one round notes. */
export interface Notes {
  readonly writings: Writings;
  readonly round: number;
}
