import {
  defined,
  type CompressionResult,
  type CompressionResultMetadata,
  type NoopReason,
} from '@palimpsest/core-types';

/** One attempt of one strategy. */
export interface Attempt {
  readonly strategy: string;
  /** Duration in ms, by the caller's clock. */
  readonly ms: number;
  /** Absent if it succeeded. */
  readonly error?: unknown;
}

interface Common {
  /** The last strategy that ran. */
  readonly strategy: string;
  /** All attempts, in order. */
  readonly attempts: readonly Attempt[];
}

/** The history is smaller. */
export interface AppliedOutcome extends Common {
  readonly kind: 'applied';
  readonly result: Extract<CompressionResult, { kind: 'applied' }>;
  /** Which strategy compressed: the chosen one, or the fallback. */
  readonly reason: 'compressed' | 'fallback';
  /** Whether less than 5 % of the tokens were removed, so that a repetition would not help. */
  readonly ineffective: boolean;
  /** Error of the strategy that the fallback replaced. */
  readonly cause?: unknown;
}

/** The strategy changed nothing. */
interface NoopOutcome extends Common {
  readonly kind: 'noop';
  readonly result: Extract<CompressionResult, { kind: 'noop' }>;
  readonly reason: NoopReason;
  /** Error of the strategy that the fallback replaced. */
  readonly cause?: unknown;
}

/** No strategy succeeded; the history is unchanged. */
export interface FailedOutcome extends Common {
  readonly kind: 'failed';
  /** `permanent`: a retry cannot help. `asked-to-wait`: the provider asks for a longer wait than allowed. `fallback-failed`: both failed. */
  readonly reason: 'permanent' | 'retries-used-up' | 'asked-to-wait' | 'fallback-failed';
  /** The last error; an `AggregateError` of both if the fallback failed too. */
  readonly cause: unknown;
}

/** The circuit breaker skipped compression after repeated failures. */
interface SkippedOutcome extends Common {
  readonly kind: 'skipped';
  readonly reason: 'cooling-down';
  /** Time until the next attempt is allowed, in ms. */
  readonly remainingMs: number;
}

export type CompressionOutcome = AppliedOutcome | NoopOutcome | FailedOutcome | SkippedOutcome;

/** An event during a compression. */
export type CompressionEvent =
  | { readonly kind: 'attempt-failed'; readonly strategy: string; readonly error: unknown }
  | { readonly kind: 'waiting'; readonly strategy: string; readonly ms: number }
  | { readonly kind: 'fell-back'; readonly from: string; readonly to: string }
  | { readonly kind: 'skipped'; readonly strategy: string; readonly remainingMs: number };

/** Returns the model calls that the result of a compression reports. */
export function modelCallsOf(
  outcome: CompressionOutcome | undefined,
): NonNullable<CompressionResultMetadata['llmCalls']> {
  if (outcome === undefined || !('result' in outcome)) return [];
  const { llmCalls, llmCallMade, usage } = outcome.result.metadata;
  if (llmCalls !== undefined || !llmCallMade) return llmCalls ?? [];
  return [defined({ usage })];
}

/** Returns the error of a compression that failed, or that a fallback replaced. */
export function causeOf(outcome: CompressionOutcome | undefined): unknown {
  return outcome !== undefined && 'cause' in outcome ? outcome.cause : undefined;
}
