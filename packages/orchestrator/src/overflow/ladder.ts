import type { IContent, TokenEstimator, ToolTaxonomy } from '@palimpsest/core-types';
import type { EditPlan, EntryPredicate } from '@palimpsest/history';
import type { StrategySource } from '../strategy-source.ts';
import type { RequestDraft } from './request-draft.ts';

/** What is tried, in this order. */
export type OverflowStepName =
  | 'repair'
  | 'densify'
  | 'reduce-results'
  | 'drop-exchanges'
  | 'summarize-results';

/** What every rung of the ladder works with. */
export interface Ladder {
  /** Most tokens that history and pending entries may have together. */
  readonly room: number;
  readonly estimateTokens: TokenEstimator;
  readonly strategies: StrategySource;
  readonly taxonomy: ToolTaxonomy;
  readonly isProtected: EntryPredicate;
  readonly originalId?: ((entry: IContent, block: number) => string | undefined) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A plan for the entries of a draft, and the tokens of what it leads to where somebody counted them. */
export interface RungPlan {
  readonly plan: EditPlan;
  readonly tokens?: number;
}

/** One way to make a request smaller; `undefined` where there is nothing it could do. */
export type Rung = (
  draft: RequestDraft,
  tokens: number,
  ladder: Ladder,
) => Promise<RungPlan | undefined>;
