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

/** Overflow stages in their order. */
export type OverflowStepName =
  | 'repair'
  | 'densify'
  | 'reduce-results'
  | 'drop-exchanges'
  | 'summarize-results';

/** Context of an overflow stage. */
export interface OverflowContext {
  /** Maximum tokens of history and pending entries together. */
  readonly room: number;
  readonly estimateTokens: TokenEstimator;
  readonly strategies: StrategySource;
  readonly taxonomy: ToolTaxonomy;
  readonly isProtected: EntryPredicate;
  readonly originalId?: ((entry: IContent, block: number) => string | undefined) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A plan for the entries, and the tokens of its result if already counted. */
export interface StagePlan {
  readonly plan: EditPlan;
  readonly tokens?: number;
}

/** A step that makes a request smaller; returns `undefined` if it cannot. */
export type OverflowStage = (
  state: OverflowState,
  tokens: number,
  context: OverflowContext,
) => Promise<StagePlan | undefined>;

/**
 * Returns the options by which a stage keeps the marker legend. If it removes the legend, the first gap marker that is left gets it, in a tool
 * result or alone in an entry. Other texts never get it, because anyone can type a marker.
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

/** Returns whether an entry contains the marker legend. */
export function hasMarkerLegend({ blocks }: IContent): boolean {
  return blocks.some((block) => {
    if (block.type === 'text') return hasGapNote(block.text);
    if (block.type !== 'tool_response') return false;
    return resultParts(block.result).some((part) => part.type === 'text' && hasGapNote(part.text));
  });
}
