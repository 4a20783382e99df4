import type {
  CompressionResultMetadata,
  IContent,
  NoopReason,
  Todo,
  UsageStats,
} from '@palimpsest/core-types';
import type { AppliedOutcome, Attempt, FailedOutcome } from '../attempts/outcome.ts';
import type { ContextBudget } from '../budget/context-budget.ts';
import type { ContextOverflowError } from '../budget/budget-errors.ts';
import type { CallTokens } from '../economics/call-cost.ts';
import type { OverflowStep } from '../overflow/overflow-strategy.ts';

/** The next request, and facts about its call. Every field is optional. */
export interface PrepareRequest {
  /** Entries to send after the history. Then append the `pending` of the result, not these. */
  readonly pending?: readonly IContent[];
  /** Overhead tokens of the request: system prompt and tool definitions. @default 0 each */
  readonly overhead?: { readonly system?: number; readonly tools?: number };
  /** Name of the model, for prices and the calibration of estimates. */
  readonly model?: string;
  /** Context window of the model in tokens, unless the setting `context-limit` is explicit. */
  readonly contextLimit?: number;
  /**
   * Maximum tokens of the output, which are kept free, unless the setting `maxOutputTokens` is explicit. @default the smaller of 8,192 and a
   * tenth of the window
   */
  readonly maxOutputTokens?: number;
  /** Maximum bytes of a request that the provider accepts, unless the setting `compression.maxRequestBytes` is explicit. @default no limit */
  readonly maxRequestBytes?: number;
  /**
   * Whether history may be rewritten at this call. `false` is ignored over the limit. `never` allows only the reduction of results that were
   * never sent (`compression.ingestTokens`). @default true
   */
  readonly allowRewrite?: boolean | 'never';
  /**
   * Whether the provider stores the conversation: `leave` it unchanged, or `break` with it, so that the host restarts it from
   * `firstChangedIndex`. @default 'leave' if the newest AI entry has `metadata.responsesStored`, else 'no'
   */
  readonly serverManaged?: 'leave' | 'break' | 'no';
  /** Compress even if not due, whatever it costs. @default false */
  readonly force?: boolean;
  /** Open tasks of the agent, for summaries by a model. */
  readonly activeTodos?: readonly Todo[] | string;
  /** Path of the stored conversation, for summaries to name. */
  readonly transcriptPath?: string;
  /** Aborts the preparation with the signal's reason; nothing changes then. */
  readonly signal?: AbortSignal;
}

/** Why a request is sent unchanged. */
export type UnchangedReason =
  /** The request is below every threshold. */
  | 'not-due'
  /** The provider stores the conversation. */
  | 'server-held'
  /** The host forbids changes to entries that were sent. */
  | 'append-only'
  /** The circuit breaker skips compression after repeated failures. */
  | 'cooling-down'
  /** A session prepared the same request before. */
  | 'repeated'
  /** A new attempt would repeat the last ineffective one. */
  | 'nothing-new'
  /** A model compresses in the background. */
  | 'in-background'
  /** The history must not be rewritten at this call. */
  | 'not-now'
  /** Stale content, or the result of a job, waits: rewriting the prompt cache costs more than it saves. */
  | 'does-not-pay'
  | NoopReason;

interface PreparedRequest {
  /** Entries to send, before `pending`: the history without blank AI entries. */
  readonly history: readonly IContent[];
  /** The given array if it did not change. */
  readonly pending: readonly IContent[];
  /** Tokens of the whole request before and after preparation, corrected by reported usage. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly budget: ContextBudget;
  /**
   * Index of the first changed entry, in `history` followed by `pending`. A conversation that the provider stores is valid up to it. Absent
   * if nothing changed.
   */
  readonly firstChangedIndex?: number;
  /** Input tokens that the provider is expected to bill; absent without prices. */
  readonly expected?: CallTokens;
  /** All attempts of strategies, failed ones included. */
  readonly attempts: readonly Attempt[];
  /** Model calls that the result of a compression reports, also that of a no-op; none if the compression failed. */
  readonly modelCalls: readonly { readonly usage?: UsageStats }[];
  /** Number of results that were reduced before they were first sent. */
  readonly ingested: number;
  /** The compression in the background: whether this request started it, waits for it, applied its result, or dropped it. */
  readonly background?: 'started' | 'running' | 'applied' | 'dropped';
  /** Number of entries that `optimize` removed or replaced, and of those whose old media became placeholders. */
  readonly optimized: number;
  /** The compression that took place. */
  readonly compression?: Compression;
  /** Overflow stages that changed a request over the limit, in order. */
  readonly steps: readonly OverflowStep[];
  /** Error of a compression, or of the removal of stale content. */
  readonly cause?: unknown;
}

/** A compression that took place. */
export interface Compression extends Pick<
  AppliedOutcome,
  'strategy' | 'reason' | 'ineffective' | 'cause'
> {
  readonly metadata: CompressionResultMetadata;
}

/**
 * What to send.
 *
 * - `unchanged`: the request as it was given.
 * - `compressed`: something was removed or shortened. `compression`, `optimized`, `ingested` and `steps` say what.
 * - `failed`: compression was due and failed; the request fits nevertheless.
 * - `overflow`: the request cannot fit, and is unchanged. `error` is ready to throw; `steps` lists the stages that would have changed it.
 */
export type PrepareResult = PreparedRequest &
  (
    | { readonly kind: 'unchanged'; readonly reason: UnchangedReason }
    | { readonly kind: 'compressed' }
    | { readonly kind: 'failed'; readonly reason: FailedOutcome['reason'] }
    | { readonly kind: 'overflow'; readonly error: ContextOverflowError }
  );
