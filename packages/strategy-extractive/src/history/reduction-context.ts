import type { TokenEstimator } from '@palimpsest/core-types';
import type { Paragraph, PipelineOptions, Reduction } from '@palimpsest/reductions';
import type { Awaitable } from '../when-ready.ts';
import type { ReductionScope } from './reduction-scope.ts';
import type { Writings } from './writing.ts';

/** State shared by all phases of a compression. */
export interface ReductionContext {
  readonly ground: ReductionScope;
  readonly estimateTokens: TokenEstimator;
  readonly pipeline: Omit<PipelineOptions, 'recencyStart' | 'summaryId'>;
  /** Whether markers show the ids of summaries. */
  readonly embedSummaryId: boolean;
  /** Summarizes the sources of a reduction. Returns the new paragraphs; `undefined` if nothing is saved. */
  readonly write: (reduction: Reduction) => Awaitable<readonly Paragraph[] | undefined>;
  readonly writings: Writings;
  /** Whether any candidate proposed an edit, applied or not. */
  readonly progress: { hasOffered: boolean };
}
