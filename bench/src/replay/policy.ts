import type { IContent, UsageStats } from '@palimpsest/core-types';
import type { ContextBudget, PriceTable } from '@palimpsest/orchestrator';

/** What a policy knows from the beginning. */
interface PolicyContext {
  readonly prices: PriceTable;
  readonly budget: ContextBudget;
  /** Counts as the bill does. */
  readonly estimateTokens: (entries: readonly IContent[]) => number;
  /** Settings given on the command line; baselines have none. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Everything that is sent with a call. */
interface PolicyRequest {
  readonly entries: readonly IContent[];
}

/** A policy in one session. It keeps the history itself, and never changes an entry it was given or has sent. */
interface PolicyRun {
  /**
   * @param arrived what was said and answered since the last request, the model's own answer apart
   * @param at a clock in milliseconds
   */
  request(arrived: readonly IContent[], at: number): Promise<PolicyRequest> | PolicyRequest;
  /** What the model answered, and the usage its provider reported. */
  answered(answer: IContent, usage: UsageStats): Promise<void> | void;
}

/** Decides what is sent with each call. */
export interface Policy {
  readonly name: string;
  start(context: PolicyContext): PolicyRun;
}
