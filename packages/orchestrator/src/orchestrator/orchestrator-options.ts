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

/** Content that leaves the history, for a store of originals. */
export interface RemovedContent {
  readonly before: readonly IContent[];
  readonly after: readonly IContent[];
  /** Name of the strategy, or `optimize` or `overflow`. */
  readonly by: string;
}

export interface OrchestratorOptions {
  /** The conversation. It may grow, and be replaced, while a request is prepared. */
  readonly history: ConversationHistory;
  /** A registry of `@palimpsest/factory`, or another object that resolves strategies by name. */
  readonly strategies: StrategySource;
  /** Estimates tokens of entries. Reported usage corrects it per model. */
  readonly estimateTokens: TokenEstimator;
  /** Read at each call. @default createSettings() of `@palimpsest/factory`: every default */
  readonly settings?: Settings;
  /** Strategy while `compression.strategy` is not set. @default 'salience' */
  readonly defaultStrategy?: string;
  /** Prices of calls, or a function of the model. Without prices, due compression is not weighed by cost. */
  readonly prices?: CachePrices | ((model: string | undefined) => CachePrices | undefined);
  /** Name of the cache TTL. @default the first of the prices */
  readonly cacheTtl?: string;
  readonly hysteresis?: Hysteresis;
  /** Share of dropped reasoning that the model will generate again. @default 0 */
  readonly regeneratedShare?: number;
  /** @default defaultToolTaxonomy */
  readonly taxonomy?: ToolTaxonomy;
  /** Absolute directory against which relative paths are resolved. @default '/' */
  readonly workspaceRoot?: string;
  /** Returns the model that writes summaries; see `createProfileResolver`. */
  readonly resolveProvider?: ProviderResolver;
  readonly resolvePrompt?: PromptResolver;
  /** Returns whether an entry is protected, in addition to system entries and those with `metadata.pinned`. */
  readonly pinned?: (entry: IContent) => boolean;
  /** Returns the recall id of a tool result, given its entry and the index of its block. */
  readonly originalId?: (entry: IContent, block: number) => string | undefined;
  /** Saves content before it is removed. If it throws, the history stays unchanged. */
  readonly saveOriginals?: (removed: RemovedContent) => Promise<unknown> | void;
  readonly breaker?: Omit<BreakerOptions, 'now'>;
  /** Retries, waits and reroutes after failures. */
  readonly attempts?: Pick<
    RetryOptions,
    'retries' | 'minDelayMs' | 'maxDelayMs' | 'maxRetryAfterMs' | 'reRoutes' | 'sleep' | 'random'
  >;
  /** Clock in ms that continues across processes. @default Date.now */
  readonly now?: () => number;
  readonly logger?: CompressionLogger;
  /** Result of `toJSON` of an orchestrator to continue, parsed. Its history is saved separately. */
  readonly state?: unknown;
  /** Called with what listeners throw or reject with. @default such errors are dropped */
  readonly onListenerError?: (error: unknown, event: OrchestratorEvent) => void;
}
