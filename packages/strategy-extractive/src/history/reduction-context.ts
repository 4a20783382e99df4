import type { IContent } from '@palimpsest/core-types';
import type { PipelineOptions, Reduction } from '@palimpsest/summarizer/reduce';
import type { ReductionScope } from './reduction-scope.ts';
import type { Entries } from './sites.ts';

/** What all stages of a compression share. */
export interface ReductionContext {
  readonly scope: ReductionScope;
  readonly pipeline: Omit<PipelineOptions, 'recencyStart' | 'summaryId'>;
  /** Summarizes the sources of a reduction. Returns the new text; `undefined` if nothing is saved. */
  readonly write: (reduction: Reduction) => Promise<string | undefined>;
  /** Original lengths that written entries and tool results represent, in UTF-16 units. */
  readonly lengths: WeakMap<object, number>;
  /** Whether any candidate proposed an edit, applied or not. */
  readonly progress: { hasOffered: boolean };
  /** Returns the current entries, with the edits that were applied so far. */
  readonly entries: () => Entries;
  /** Returns the current entry at an index. */
  readonly currentEntry: (index: number) => IContent | undefined;
}
