import type { TokenEstimator } from '@palimpsest/core-types';
import type { Paragraph, PipelineOptions, Reduction } from '@palimpsest/reductions';
import type { Awaitable } from '../when-ready.ts';
import type { ReductionScope } from './reduction-scope.ts';
import type { Writings } from './writing.ts';

/** Everything the phases of one compression work with. */
export interface ReductionContext {
  readonly ground: ReductionScope;
  readonly estimateTokens: TokenEstimator;
  readonly pipeline: Omit<PipelineOptions, 'recencyStart' | 'summaryId'>;
  /** Show the ids of summaries. */
  readonly embedSummaryId: boolean;
  /** Has the sources of a reduction summarized, and writes what then stands there. */
  readonly write: (reduction: Reduction) => Awaitable<readonly Paragraph[] | undefined>;
  readonly writings: Writings;
  /** Whether anything could have been made shorter, wherever that would have led. */
  readonly progress: { hasOffered: boolean };
}
