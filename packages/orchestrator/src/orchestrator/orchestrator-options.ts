import type {
  CompressionLogger,
  IContent,
  PromptResolver,
  ProviderResolver,
  TokenEstimator,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import type { Settings } from '@palimpsest/factory/settings';
import type { BreakerOptions } from '../attempts/breaker.ts';
import type { RetryOptions } from '../attempts/compress-with-retry.ts';
import type { ConversationHistory } from '../conversation/conversation-history.ts';
import type { CachePrices } from '../economics/prices.ts';
import type { Hysteresis } from '../economics/edit-schedule.ts';
import type { StrategySource } from '../strategy-source.ts';
import type { OrchestratorEvent } from './orchestrator.ts';

/** What was taken out of a history, to be kept before it is gone. */
export interface RemovedContent {
  readonly before: readonly IContent[];
  readonly after: readonly IContent[];
  /** Who did it: a strategy's name, or what else rewrote the history. */
  readonly by: string;
}

export interface OrchestratorOptions {
  /** The conversation; it may grow, and be replaced, while a request is prepared. */
  readonly history: ConversationHistory;
  /** A registry of `@palimpsest/factory`, or anything else that knows strategies by name. */
  readonly strategies: StrategySource;
  /** Counts tokens of entries; what a provider reports corrects it. */
  readonly estimateTokens: TokenEstimator;
  /** Read at each call. @default createSettings() of `@palimpsest/factory`: every default */
  readonly settings?: Settings;
  /** The strategy while `compression.strategy` is not set. @default 'salience' */
  readonly defaultStrategy?: string;
  /** What calls cost, or whoever knows for the model of a call. Without prices whatever is due happens at once. */
  readonly prices?: CachePrices | ((model: string | undefined) => CachePrices | undefined);
  /** The name of the cache TTL that is asked for. @default the first of the prices' */
  readonly cacheTtl?: string;
  readonly hysteresis?: Hysteresis;
  /** Share of dropped reasoning that the model will think again. @default 0 */
  readonly regeneratedShare?: number;
  /** @default defaultToolTaxonomy */
  readonly taxonomy?: ToolTaxonomy;
  /** Absolute folder that relative paths are resolved against. @default '/' */
  readonly workspaceRoot?: string;
  /** The model that writes summaries, for strategies that ask one; `createProfileResolver` makes one. */
  readonly resolveProvider?: ProviderResolver;
  readonly resolvePrompt?: PromptResolver;
  /** Entries that must survive byte for byte, beside system entries and those with `metadata.pinned`. */
  readonly pinned?: (entry: IContent) => boolean;
  /** A short id by which a model can ask for what a tool response of an entry said, given the index of its block. */
  readonly originalId?: (entry: IContent, block: number) => string | undefined;
  /** Keeps what is about to be taken out. What it throws leaves the history as it is. */
  readonly saveOriginals?: (taken: RemovedContent) => Promise<unknown> | void;
  readonly breaker?: Omit<BreakerOptions, 'now'>;
  /** How failures are met: tries, waits, and who else may try. */
  readonly attempts?: Pick<
    RetryOptions,
    'retries' | 'minDelayMs' | 'maxDelayMs' | 'maxRetryAfterMs' | 'reRoutes' | 'sleep' | 'random'
  >;
  /** Milliseconds on a clock that outlives the process. @default Date.now */
  readonly now?: () => number;
  readonly logger?: CompressionLogger;
  /** What `JSON.stringify` made of an orchestrator, parsed: it goes on from there. Its history is kept apart. */
  readonly state?: unknown;
  /** Hears what listeners throw. Without it such errors are dropped. */
  readonly onListenerError?: (error: unknown, event: OrchestratorEvent) => void;
}
