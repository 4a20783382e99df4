import type { CompressionResult, NoopReason } from '@palimpsest/core-types';

/** One try of one strategy. */
export interface Attempt {
  readonly strategy: string;
  /** How long it took, by the clock handed in, in milliseconds. */
  readonly ms: number;
  /** What it failed with; absent where it did not. */
  readonly error?: unknown;
}

interface Common {
  /** Who did it in the end, or failed last. */
  readonly strategy: string;
  /** All tries, in their order. */
  readonly attempts: readonly Attempt[];
}

/** The history is smaller. */
export interface AppliedOutcome extends Common {
  readonly kind: 'applied';
  readonly result: Extract<CompressionResult, { kind: 'applied' }>;
  /** Who was asked for did it, or who it was re-routed to, or the fallback. */
  readonly reason: 'compressed' | 're-routed' | 'fallback';
  /** Less than 5 % of the tokens are gone: doing it again does not help. */
  readonly ineffective: boolean;
  /** Why the fallback had to do it. */
  readonly cause?: unknown;
}

/** There was nothing to do. */
interface NoopOutcome extends Common {
  readonly kind: 'noop';
  readonly result: Extract<CompressionResult, { kind: 'noop' }>;
  readonly reason: NoopReason;
  /** Why the fallback was asked. */
  readonly cause?: unknown;
}

/** Nobody could do it; the history is as it was. */
export interface FailedOutcome extends Common {
  readonly kind: 'failed';
  /** `permanent`: no other try could help. `asked-to-wait`: for longer than is accepted. `fallback-failed`: too. */
  readonly reason: 'permanent' | 'retries-used-up' | 'asked-to-wait' | 'fallback-failed';
  /** What the last try failed with; where the fallback failed too, an `AggregateError` of both. */
  readonly cause: unknown;
}

/** Nothing was tried: it failed too often of late. */
interface SkippedOutcome extends Common {
  readonly kind: 'skipped';
  readonly reason: 'cooling-down';
  /** Milliseconds until it is tried again. */
  readonly remainingMs: number;
}

export type CompressionOutcome = AppliedOutcome | NoopOutcome | FailedOutcome | SkippedOutcome;

/** What happens on the way to an outcome. */
export type CompressionEvent =
  | { readonly kind: 'attempt-failed'; readonly strategy: string; readonly error: unknown }
  | { readonly kind: 'waiting'; readonly strategy: string; readonly ms: number }
  | { readonly kind: 're-routed'; readonly from: string; readonly to: string }
  | { readonly kind: 'fell-back'; readonly from: string; readonly to: string }
  | { readonly kind: 'skipped'; readonly strategy: string; readonly remainingMs: number };
