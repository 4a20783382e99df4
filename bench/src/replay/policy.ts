import type { IContent, UsageStats } from '@palimpsest/core-types';
import type { CachePrices, ContextBudget } from '@palimpsest/orchestrator';

/** Input of a policy at the start of a session. */
export interface PolicyContext {
  readonly prices: CachePrices;
  readonly budget: ContextBudget;
  /** Same estimate as for the bill. */
  readonly estimateTokens: (entries: readonly IContent[]) => number;
}

/** A policy in one session. It holds the history, and never changes an entry that it received or sent. */
export interface PolicyRun {
  /**
   * Returns the entries of the next request.
   *
   * @param arrived user messages and tool results since the last request, without the model's message
   * @param at time in milliseconds
   */
  request(
    arrived: readonly IContent[],
    at: number,
  ): Promise<readonly IContent[]> | readonly IContent[];
  /** Receives the model's message, and the usage that the provider reported. */
  answered(answer: IContent, usage: UsageStats): Promise<void> | void;
}

/** Decides what each request contains. */
export interface Policy {
  readonly name: string;
  start(context: PolicyContext): PolicyRun;
}
