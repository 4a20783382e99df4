import type { TokenCounter } from './token-counter.ts';

/** Shortens a text. A result that is empty or not shorter than the text is not used. */
export type Summarizer = (text: string) => Promise<string> | string;

/** The options of ContextCompressionEngine 1.0, plus `compressionThreshold`. `null` counts as absent. */
export interface CompressOptions {
  /** Roles whose messages stay unchanged. @default ['system'] */
  preserve?: readonly string[] | undefined;
  /** Number of newest messages that stay unchanged, whatever their role. @default 4 */
  recencyWindow?: number | undefined;
  /** Stored in provenance and statistics. @default 0 */
  sourceVersion?: number | undefined;
  /** Summarizes prose and makes the call asynchronous. If it fails or its result is unusable, the summary is made without it. */
  summarizer?: Summarizer | undefined;
  /** Target for the result, in tokens. Replaces `recencyWindow`: the largest window that fits is used. */
  tokenBudget?: number | undefined;
  /** Minimum recency window with a `tokenBudget`. @default 0 */
  minRecencyWindow?: number | undefined;
  /** Replaces equal texts by references to one copy. @default true */
  dedup?: boolean | undefined;
  /** Replaces nearly equal texts by references to one copy. @default false */
  fuzzyDedup?: boolean | undefined;
  /** Minimum share of equal lines of nearly equal texts; above 0, at most 1. @default 0.85 */
  fuzzyThreshold?: number | undefined;
  /** Adds the id of a summary to its text: `[summary#<id>: …]`. @default false */
  embedSummaryId?: boolean | undefined;
  /** Truncates old messages if the budget is not met otherwise. @default false */
  forceConverge?: boolean | undefined;
  /** @default `defaultTokenCounter` */
  tokenCounter?: TokenCounter | undefined;
  /** Below this token count the messages stay unchanged. */
  compressionThreshold?: number | undefined;
}

/** Options that make the call asynchronous. */
export interface AsyncCompressOptions extends CompressOptions {
  summarizer: Summarizer;
}

/** Options that keep the call synchronous. */
export interface SyncCompressOptions extends CompressOptions {
  summarizer?: undefined;
}
