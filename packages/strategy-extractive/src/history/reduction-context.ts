import type { ContentBlock, IContent, TokenEstimator } from '@palimpsest/core-types';
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
  readonly estimateTokens: TokenEstimator;
  readonly pipeline: Omit<PipelineOptions, 'recencyStart' | 'summaryId'>;
  /** Whether markers show the ids of summaries. */
  readonly embedSummaryId: boolean;
  /** Summarizes the sources of a reduction. Returns the new paragraphs; `undefined` if nothing is saved. */
  readonly write: (reduction: Reduction) => Awaitable<readonly Paragraph[] | undefined>;
  readonly writtenBlocks: WrittenBlocks;
  /** Cache of parsed user texts, because each is cut in several ways. */
  readonly readings: HumanReadings;
  /** Whether any candidate proposed an edit, applied or not. */
  readonly progress: { hasOffered: boolean };
}

/** State of a round. */
export interface RoundContext extends ReductionContext {
  readonly round: number;
  /** Entries at the start of the round. */
  readonly startEntries: Entries;
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
  /** Their total length, in UTF-16 units. Ignored after the round: a later run cannot know it. */
  readonly length?: number | undefined;
  readonly round: number;
}

/** Records of all written blocks, including those that the result does not use. */
export type WrittenBlocks = WeakMap<ContentBlock, WrittenBlock>;

/** Where the phases of a round record their blocks. */
export type BlockLog = Pick<RoundContext, 'writtenBlocks' | 'round'>;

export type Awaitable<Value> = Value | Promise<Value>;

/** Maps a value, at once if it is not a promise: waiting costs more than most of the work. */
export function whenReady<Value, Result>(
  value: Awaitable<Value>,
  map: (value: Value) => Result,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(map) : map(value);
}
