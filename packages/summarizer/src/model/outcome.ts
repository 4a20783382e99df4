import type { RejectionReason } from './judge-answer.ts';
import type { PromptLevel } from './prompts.ts';

/** Author of a summary: the model on the first request, the model asked for half the length, or `summarizeText`. */
type SummaryLevel = PromptLevel | 'deterministic';

/** Why a level was skipped or failed. */
export type FallbackReason =
  | RejectionReason
  /** The call threw or was rejected. */
  | 'failed'
  /** The call timed out. */
  | 'timeout'
  /** No call: the text is output of a program (`isStructured`). */
  | 'structured'
  /** No call: the text is longer than `maxTextLength`. */
  | 'too-long'
  /** No call: the text is blank, or the budget is too small. */
  | 'no-room';

/** How a summary was made. */
export interface SummaryOutcome {
  readonly level: SummaryLevel;
  /** Earlier levels in order; `structured`, `too-long` and `no-room` skip the model entirely. */
  readonly passedOver: readonly {
    readonly level: PromptLevel;
    readonly reason: FallbackReason;
    /** The thrown error. */
    readonly error?: unknown;
  }[];
  /** Number of model calls: 0, 1 or 2. */
  readonly calls: number;
  /** In UTF-16 units. */
  readonly textLength: number;
  readonly summaryLength: number;
}
