import type {
  IContent,
  TokenEstimator,
  ToolResponseBlock,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import { createIsProtected, type EntryPredicate } from '@palimpsest/history';
import type { StrategySource } from '../strategy-source.ts';

/** What the caller of the overflow stages supplies. */
export interface OverflowServices {
  readonly estimateTokens: TokenEstimator;
  /** `high-density` and `salience` are used if registered. */
  readonly strategies: StrategySource;
  readonly taxonomy: ToolTaxonomy;
  /** Returns whether an entry is protected, in addition to system entries and those with `metadata.pinned`. */
  readonly pinned?: ((entry: IContent) => boolean) | undefined;
  /** Returns the recall id of a tool result, given its entry and the index of its block. */
  readonly originalId?: ((entry: IContent, block: number) => string | undefined) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface OverflowContext extends Omit<OverflowServices, 'pinned'> {
  /** Maximum tokens of history and pending entries together. */
  readonly budget: number;
  readonly isProtected: EntryPredicate;
  /** Results before a stage reduced them, by the reduced result. */
  readonly originals: WeakMap<ToolResponseBlock, ToolResponseBlock>;
  /** Throws the first error of the caller's callbacks, even if a strategy wrapped or swallowed it. */
  readonly rethrow: () => void;
}

export function createOverflowContext(services: OverflowServices, budget: number): OverflowContext {
  const { estimateTokens, strategies, taxonomy, pinned, originalId, signal } = services;
  const errors: unknown[] = [];
  const recordErrors =
    <Given extends readonly unknown[], Answer>(callback: (...given: Given) => Answer) =>
    (...given: Given): Answer => {
      try {
        const answer = callback(...given);
        // The caller of the callback handles the rejection.
        if (answer instanceof Promise) answer.catch((error: unknown) => errors.push(error));
        return answer;
      } catch (error) {
        errors.push(error);
        throw error;
      }
    };
  return {
    budget,
    estimateTokens: recordErrors(estimateTokens),
    strategies,
    taxonomy,
    isProtected: createIsProtected(pinned && recordErrors(pinned)),
    originalId: originalId && recordErrors(originalId),
    signal,
    originals: new WeakMap(),
    rethrow() {
      if (errors.length > 0) throw errors[0];
    },
  };
}
