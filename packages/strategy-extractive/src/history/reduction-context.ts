import type { ContentBlock, IContent } from '@palimpsest/core-types';
import type {
  HumanReadings,
  Paragraph,
  PipelineOptions,
  Reduction,
} from '@palimpsest/summarizer/reduce';
import type { ReductionScope } from './reduction-scope.ts';
import type { Entries } from './sites.ts';

/** State shared by all phases of a compression. */
export interface ReductionContext {
  readonly scope: ReductionScope;
  readonly pipeline: Omit<PipelineOptions, 'recencyStart' | 'summaryId'>;
  /** Summarizes the sources of a reduction. Returns the new paragraphs; `undefined` if nothing is saved. */
  readonly write: (reduction: Reduction) => Promise<readonly Paragraph[] | undefined>;
  readonly writtenBlocks: WrittenBlocks;
  /** Cache of parsed user texts, because each is cut in several ways. */
  readonly readings: HumanReadings;
  /** Whether any candidate proposed an edit, applied or not. */
  readonly progress: { hasOffered: boolean };
}

/** State of a phase: the history while candidates are applied to it. */
export interface PhaseContext extends ReductionContext {
  /** Returns the current entries. */
  readonly entries: () => Entries;
  /** Returns the current entry at an index. */
  readonly currentEntry: (index: number) => IContent | undefined;
}

/** What a block written by this compression represents. */
export interface WrittenBlock {
  readonly kind: 'summarizedTexts' | 'duplicateTexts' | 'truncatedTexts' | 'toolResults';
  /** Number of texts that the block represents. */
  readonly texts: number;
  /** Their total length, in UTF-16 units. */
  readonly length?: number | undefined;
}

/** Records of all written blocks, including those that the result does not use. */
export type WrittenBlocks = WeakMap<ContentBlock, WrittenBlock>;

/** Where the phases record their blocks. */
export type BlockLog = Pick<ReductionContext, 'writtenBlocks'>;
