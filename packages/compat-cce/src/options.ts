import type { TokenCounter } from './token-counter.ts';

/** Shortens a text. Whatever is empty or not shorter than the text is not used. */
export type Summarizer = (text: string) => Promise<string> | string;

/** The options of ContextCompressionEngine 1.0, and `compressionThreshold`. `null` counts as absent. */
export interface CompressOptions {
  /** Roles that stay as they are. @default ['system'] */
  preserve?: readonly string[] | undefined;
  /** Newest messages that stay as they are, whatever their role; 0: none. @default 4 */
  recencyWindow?: number | undefined;
  /** Written into provenance and statistics. @default 0 */
  sourceVersion?: number | undefined;
  /** Asked for every summary of prose; makes the call asynchronous. What it gets wrong is summarized without it. */
  summarizer?: Summarizer | undefined;
  /** Tokens the result should fit into. Replaces `recencyWindow`: of all windows that fit, the largest is taken. */
  tokenBudget?: number | undefined;
  /** Smallest window a budget may lead to. @default 0 */
  minRecencyWindow?: number | undefined;
  /** Says equal texts once. @default true */
  dedup?: boolean | undefined;
  /** Says nearly equal texts once. @default false */
  fuzzyDedup?: boolean | undefined;
  /** Share of equal lines from which texts are nearly equal; above 0, at most 1. @default 0.85 */
  fuzzyThreshold?: number | undefined;
  /** Shows the id of a summary in its text: `[summary#<id>: …]`. @default false */
  embedSummaryId?: boolean | undefined;
  /** Cuts old messages where a budget is not met otherwise. @default false */
  forceConverge?: boolean | undefined;
  /** @default `defaultTokenCounter` */
  tokenCounter?: TokenCounter | undefined;
  /** Below this many tokens nothing happens. */
  compressionThreshold?: number | undefined;
}

/** A `CompressOptions` that makes the call asynchronous. */
export interface AsyncCompressOptions extends CompressOptions {
  summarizer: Summarizer;
}

/** A `CompressOptions` that does not. */
export interface SyncCompressOptions extends CompressOptions {
  summarizer?: undefined;
}
