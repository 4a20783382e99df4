import type {
  CompressionLogger,
  IContent,
  PromptResolver,
  ProviderResolver,
  TokenEstimator,
  ToolTaxonomy,
  UsageStats,
} from '@palimpsest/core-types';
import type { Settings } from '@palimpsest/factory/settings';
import type { CalibrationJson } from '@palimpsest/engine/tokens';
import type { BreakerJson, BreakerOptions } from '../attempts/breaker.ts';
import type { RetryOptions } from '../attempts/compress-with-retry.ts';
import type { CompressionEvent } from '../attempts/outcome.ts';
import type { BackgroundCompressions } from '../background.ts';
import type { ConversationHistory } from '../conversation/conversation-history.ts';
import type { CostLedger, LedgerCall, LedgerSnapshot } from '../economics/cost-ledger.ts';
import type { CachePrices } from '../economics/prices.ts';
import type { FORMAT } from '../saved-state.ts';
import type { StrategySource } from '../strategy-source.ts';
import type { OrchestratorState } from './orchestrator-state.ts';
import type { PrepareRequest, PrepareResult } from './prepare-request.ts';

/** Token usage of a request, as its provider reported it. */
export interface ReportedUsage extends UsageStats {
  /** Whether the provider refused the request as too long: it is not billed, and estimates are corrected by its whole count at once. */
  readonly isRefused?: boolean;
}

/** Prepares each request of a conversation so that it fits the context window. */
export interface Orchestrator {
  readonly history: ConversationHistory;
  /**
   * Call before each request. Measures the whole request, removes stale content, compresses if that is due and pays, and forces the request
   * under the limit. Reads the current settings. Calls run one after another; entries appended meanwhile belong to the next request.
   *
   * @returns what to send; the history changes in one commit, or not at all
   * @throws {OptionError} for an invalid request; errors of settings, strategy names and the budget; the reason of an aborted
   * signal; errors of the caller's callbacks; {HistoryCommitError} if others replace the history again and again
   */
  prepare(request?: PrepareRequest): Promise<PrepareResult>;
  /** Call with the usage of the last request: corrects estimates, and records the cost if prices are known. */
  report(answer: { readonly usage: ReportedUsage }): LedgerCall | undefined;
  /** Expected and reported costs by model; '' for calls without a model name. */
  readonly ledgers: ReadonlyMap<string, CostLedger>;
  /** Calls a listener with each event. Returns a function that ends the subscription. */
  subscribe(listener: (event: OrchestratorEvent) => unknown): () => void;
  /** Returns the memory between calls; `createOrchestrator` takes it as `state`. */
  toJSON(): OrchestratorJson;
}

interface Timed {
  /** Number of the `prepare` call; the same in all its events. */
  readonly call: number;
  /** Time in ms, by the orchestrator's clock. */
  readonly at: number;
}

/** An event of an orchestrator. `prepared` or `threw` ends what `preparing` began; `attempt` events come between. */
export type OrchestratorEvent =
  | (Timed & { readonly kind: 'preparing'; readonly model?: string; readonly entries: number })
  | (Timed & { readonly kind: 'attempt'; readonly event: CompressionEvent })
  | (Timed & {
      readonly kind: 'prepared';
      readonly outcome: PrepareResult;
      readonly strategy: string;
    })
  /** `prepare` threw: it was aborted, or an option was invalid. */
  | (Timed & { readonly kind: 'threw'; readonly error: unknown })
  /** The caller reported usage. */
  | (Timed & { readonly kind: 'reported'; readonly cost?: LedgerCall; readonly ratio: number });

/** The memory of an orchestrator between calls, for `JSON.stringify`. Its history is saved separately. */
export interface OrchestratorJson {
  readonly kind: 'palimpsest.orchestrator';
  readonly format: typeof FORMAT;
  readonly state: OrchestratorState;
  readonly breaker: BreakerJson;
  readonly calibration: CalibrationJson;
  readonly ledgers: Readonly<Record<string, LedgerSnapshot>>;
}

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
  /** @default defaultToolTaxonomy */
  readonly taxonomy?: ToolTaxonomy;
  /** Absolute directory against which relative paths are resolved. @default '/' */
  readonly workspaceRoot?: string;
  /** Returns the model that writes summaries, by the name of a profile. With `background`, only a forced compression asks it. */
  readonly resolveProvider?: ProviderResolver;
  readonly resolvePrompt?: PromptResolver;
  /**
   * Runs compressions that ask a model apart from requests, so that none waits. A job starts before compression is due. If its result is
   * late, the fallback strategy compresses the request; the job's result replaces that later, once it pays. @default requests wait
   */
  readonly background?: BackgroundCompressions;
  /** Returns whether an entry is protected, in addition to system entries and those with `metadata.pinned`. */
  readonly pinned?: (entry: IContent) => boolean;
  /** Returns the recall id of a tool result, given its entry and the index of its block. */
  readonly originalId?: (entry: IContent, block: number) => string | undefined;
  /** Saves content before it is removed. If it throws, the history stays unchanged. */
  readonly saveOriginals?: (removed: RemovedContent) => Promise<unknown> | void;
  readonly breaker?: Omit<BreakerOptions, 'now'>;
  /** Retries after transient failures. */
  readonly attempts?: Pick<RetryOptions, 'retries' | 'sleep'>;
  /** Clock in ms that continues across processes. @default Date.now */
  readonly now?: () => number;
  readonly logger?: CompressionLogger;
  /** Result of `toJSON` of an orchestrator to continue, parsed. Its history is saved separately. */
  readonly state?: unknown;
  /** Called with what listeners throw or reject with. @default such errors are dropped */
  readonly onListenerError?: (error: unknown, event: OrchestratorEvent) => void;
}
