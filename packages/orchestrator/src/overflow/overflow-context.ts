import {
  hasGapNote,
  resultParts,
  type IContent,
  type TokenEstimator,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import {
  isGapMark,
  type EditPlan,
  type EntryPredicate,
  type ExplainOptions,
} from '@palimpsest/history';
import type { StrategySource } from '../strategy-source.ts';
import type { OverflowState } from './overflow-state.ts';

/** What is tried, in this order. */
export type OverflowStepName =
  | 'repair'
  | 'densify'
  | 'reduce-results'
  | 'drop-exchanges'
  | 'summarize-results';

/** What every rung of the ladder works with. */
export interface OverflowContext {
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
export interface StagePlan {
  readonly plan: EditPlan;
  readonly tokens?: number;
}

/** One way to make a request smaller; `undefined` where there is nothing it could do. */
export type OverflowStage = (
  draft: OverflowState,
  tokens: number,
  ladder: OverflowContext,
) => Promise<StagePlan | undefined>;

/**
 * Returns how a rung explains marks. Where it takes the explanation away, the first mark that is left gets it: in a result, or alone in an
 * entry. Other texts are left alone, as anybody can type a mark.
 */
export function legendOptions(
  { entries }: OverflowState,
  { isProtected, originalId }: OverflowContext,
): ExplainOptions {
  return {
    canRecall: originalId !== undefined,
    mayExplain(at) {
      const entry = entries[at]!;
      return (entry.speaker === 'tool' || isGapMark(entry)) && !isProtected(entry);
    },
  };
}

/** Returns whether an entry holds the explanation of gap marks. */
export function hasMarkerLegend({ blocks }: IContent): boolean {
  return blocks.some((block) => {
    if (block.type === 'text') return hasGapNote(block.text);
    if (block.type !== 'tool_response') return false;
    return resultParts(block.result).some((part) => part.type === 'text' && hasGapNote(part.text));
  });
}
