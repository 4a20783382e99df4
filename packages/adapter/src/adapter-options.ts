import type {
  IContent,
  ProviderResolver,
  SettingValues,
  StrategyPlugin,
  TokenEstimator,
} from '@palimpsest/core-types';
import type { StrategyRegistry } from '@palimpsest/factory';
import type { CachePrices, PrepareResult } from '@palimpsest/orchestrator';
import type { BackgroundCompressions } from '@palimpsest/orchestrator/background';
import type { Originals } from '@palimpsest/originals';
import type { SessionStore } from '@palimpsest/originals/sessions';

/**
 * When the history may be rewritten.
 *
 * - `ingest`: only tool results that were never sent are reduced. Sent messages stay unchanged until the window is full.
 * - `turn-boundary`: also at the start of a user turn, when no reasoning and no running tool depends on the history.
 * - `every-call`: whenever compression is due and pays.
 */
export type CompressionTiming = 'ingest' | 'turn-boundary' | 'every-call';

/**
 * How to treat reasoning that a provider signs over everything before it.
 *
 * - `drop-after-edit`: removes reasoning after the first change.
 * - `provider-drop`: keeps it; the provider drops what no longer matches. Only for providers that do.
 * - `keep-append-only`: once the history contains any, sent messages never change, even if the window is full.
 */
export type ReasoningPolicy = 'drop-after-edit' | 'provider-drop' | 'keep-append-only';

/** Options of every adapter. */
export interface AdapterOptions {
  /** @default 'every-call' */
  readonly when?: CompressionTiming;
  /** @default 'drop-after-edit' */
  readonly thinking?: ReasoningPolicy;
  /** Settings by full key, including `compression.strategy`. A function is called before each request. They override `when` and `thinking`. */
  readonly settings?: SettingValues | (() => SettingValues);
  /** Tokens of the model's context window. @default the setting `context-limit`, else 200,000 */
  readonly contextLimit?: number | ((model: string | undefined) => number | undefined);
  /**
   * Strategies that settings can choose from, such as `[salience]`. `compression.strategy` names one of them; without it, the first is used.
   * Cannot be combined with `registry`. @default `salience` and `top-down-truncation`
   */
  readonly strategies?: readonly StrategyPlugin[];
  /** Registry that resolves strategies and services, such as `createPalimpsest().registry`, which has every strategy. Cannot be combined with `strategies`. */
  readonly registry?: StrategyRegistry;
  /** Store of removed content, from `openOriginals`; one adapter is one session. @default memory of this process */
  readonly originals?: Originals | Promise<Originals>;
  /**
   * Where the session is stored, so that any process can continue it: its name, and a store such as `sqliteSessions(database)` of
   * `@palimpsest/originals/sessions`. Use `originals` that last as long. @default memory of this adapter
   */
  readonly session?: { readonly id: string; readonly store: SessionStore };
  /** @default the estimate of `@palimpsest/engine/tokens` */
  readonly estimateTokens?: TokenEstimator;
  /** Prices of calls. With prices, edits are made only if they pay. */
  readonly prices?: CachePrices | ((model: string | undefined) => CachePrices | undefined);
  /** Resolves the model that writes summaries, for strategies that need one. Not needed where `background` has workers that ask it. */
  readonly resolveProvider?: ProviderResolver;
  /**
   * Runs compressions that ask a model apart from requests, such as `compressInBackground` of `@palimpsest/orchestrator/background`.
   *
   * @default the request waits for the model
   */
  readonly background?: BackgroundCompressions;
  /** Returns whether an entry must stay byte for byte. System messages always do. */
  readonly pinned?: (entry: IContent) => boolean;
  /** Called with the outcome of each request. */
  readonly onPrepared?: (outcome: PrepareResult, facts: PreparedFacts) => void;
  /**
   * Called with errors. The request is then sent without a new compression: messages that were sent before keep the form in which they were
   * sent. Without it, the request fails with the error.
   */
  readonly onError?: (error: unknown) => void;
}

/** Model and message counts of a prepared request. */
export interface PreparedFacts {
  readonly model: string | undefined;
  /** Number of messages, as the framework holds them and as they are sent. */
  readonly messagesBefore: number;
  readonly messagesAfter: number;
}
