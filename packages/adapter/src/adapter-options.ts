import type {
  IContent,
  ProviderResolver,
  SettingValues,
  TokenEstimator,
} from '@palimpsest/core-types';
import type { StrategyRegistry } from '@palimpsest/factory';
import type { CachePrices, Prepared } from '@palimpsest/orchestrator';
import type { Originals } from '@palimpsest/originals';

/**
 * When history may be rewritten.
 *
 * - `ingest`: only results of tools that were never sent are reduced. What was sent stays as it is, until the window is full.
 * - `turn-boundary`: also where a person speaks next, which no reasoning and no running tool depends on.
 * - `every-call`: wherever it is due and pays.
 */
export type CompressionTiming = 'ingest' | 'turn-boundary' | 'every-call';

/**
 * What becomes of reasoning that a provider binds to everything before it.
 *
 * - `drop-after-edit`: what stands behind a change goes.
 * - `provider-drop`: it stays, and the provider drops what no longer fits. Only for providers that do.
 * - `keep-append-only`: once there is any, nothing that was sent changes, even where the window is full.
 */
export type ReasoningPolicy = 'drop-after-edit' | 'provider-drop' | 'keep-append-only';

/** What every adapter can be told. */
export interface AdapterOptions {
  /** @default 'every-call' */
  readonly when?: CompressionTiming;
  /** @default 'drop-after-edit' */
  readonly thinking?: ReasoningPolicy;
  /** Settings by full key, `compression.strategy` among them. A function is asked before each request. They win over `when` and `thinking`. */
  readonly settings?: SettingValues | (() => SettingValues);
  /** Tokens of a model's window. @default the setting `context-limit`, else 200,000 */
  readonly contextLimit?: number | ((model: string | undefined) => number | undefined);
  /** Where strategies are found. @default every strategy of the package `palimpsest` */
  readonly registry?: StrategyRegistry;
  /** Where what is taken out is kept. From `openOriginals`; one adapter is one session. @default this process's memory */
  readonly originals?: Originals | Promise<Originals>;
  /** @default the estimate of `@palimpsest/tokenizer` */
  readonly estimateTokens?: TokenEstimator;
  /** What calls cost: with prices, edits go where they pay. */
  readonly prices?: CachePrices | ((model: string | undefined) => CachePrices | undefined);
  /** The model that writes summaries, for strategies that ask one. */
  readonly resolveProvider?: ProviderResolver;
  /** Entries that must survive byte for byte, beside what system messages say. */
  readonly pinned?: (entry: IContent) => boolean;
  /** Hears what became of each request. */
  readonly onPrepared?: (outcome: Prepared, facts: PreparedFacts) => void;
  /** Hears what failed; the messages then go out as they are, those that were sent before as they were sent. Without it, the request fails with the error. */
  readonly onError?: (error: unknown) => void;
}

/** Which request an outcome is of. */
export interface PreparedFacts {
  readonly model: string | undefined;
  /** Messages as the framework holds them, and as they are sent. */
  readonly messagesBefore: number;
  readonly messagesAfter: number;
}
