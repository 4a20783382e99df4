import type { RejectionReason } from './judge-answer.ts';
import type { PromptLevel } from './prompts.ts';

/** Who wrote a summary: the model as it was asked first, the model when it was asked for half the length, or `summarizeText`. */
export type SummaryLevel = PromptLevel | 'deterministic';

/** Why a level was passed over. */
export type FallbackReason =
  | RejectionReason
  /** The call threw or was rejected. */
  | 'failed'
  /** The call took too long. */
  | 'timeout'
  /** Nothing was asked: the text is the output of a program (`isStructured`). */
  | 'structured'
  /** Nothing was asked: the text is longer than `maxTextLength`. */
  | 'too-long'
  /** Nothing was asked: the text is blank, or the budget leaves no room for an answer. */
  | 'no-room';

/** How a summary came about. */
export interface SummaryOutcome {
  readonly level: SummaryLevel;
  /** The levels before it, in order; `structured`, `too-long` and `no-room` pass over all of the model. */
  readonly passedOver: readonly {
    readonly level: PromptLevel;
    readonly reason: FallbackReason;
    /** What was thrown. */
    readonly error?: unknown;
  }[];
  /** How often the model was asked: 0, 1 or 2. */
  readonly calls: number;
  /** UTF-16 units. */
  readonly textLength: number;
  readonly summaryLength: number;
}
