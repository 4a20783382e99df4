import type {
  CompressionContext,
  DroppedCounts,
  IContent,
  NoopReason,
  StrategyServices,
  TokenEstimator,
  UsageStats,
} from '@palimpsest/core-types';
import type {
  EditPlan,
  EntryPredicate,
  ExchangeIndex,
  FitRequest,
  FitResult,
  SafeCuts,
} from '@palimpsest/history';

/** Input of `tailStart`. */
export interface TailInput<Settings, State> {
  /** The repaired history. All indices refer to it. */
  readonly history: readonly IContent[];
  readonly index: ExchangeIndex;
  /** Indices at which the history can be cut without splitting a tool exchange. */
  readonly cuts: SafeCuts;
  /** Tokens of the history. */
  readonly tokens: number;
  readonly targetTokens: number;
  /** Whether the caller gave the target. Otherwise it is derived from the trigger. */
  readonly isTargetExplicit: boolean;
  /** The settings of the strategy by full key, with defaults. */
  readonly settings: Settings;
  /** What `setup` created. */
  readonly state: State;
  /** Services of the registry, and those that this call replaces. */
  readonly services: StrategyServices;
  /** Input of this call. */
  readonly context: CompressionContext;
  /** Returns whether an entry must stay unchanged: a system entry, or one that the entry or the caller pins. */
  readonly isProtected: EntryPredicate;
  /** Counts tokens with the caller's estimator. Throws if that returns an invalid number. */
  readonly estimateTokens: TokenEstimator;
}

/** Input of `candidates` and `plan`: that of `tailStart`, and the tail. */
export interface StrategyInput<Settings = unknown, State = unknown> extends TailInput<
  Settings,
  State
> {
  /** Index of the first entry that stays whole; the length of the history if the strategy declares no tail. */
  readonly tailStart: number;
  /** Applies edits in order until the target is met or none are left. Changes nothing. */
  fit(
    candidates: FitRequest['candidates'],
    options?: Partial<Omit<FitRequest, 'candidates'>>,
  ): Promise<FitResult>;
}

/** Result of `plan`. Without a plan, the compression is a no-op. */
export interface StrategyDecision {
  readonly plan?: EditPlan;
  /** Tokens of the planned history. @default counted by the engine */
  readonly tokensAfter?: number;
  readonly dropped?: DroppedCounts;
  /** Why nothing changes, if the plan is absent or empty. @default 'nothing-removable' */
  readonly noopReason?: NoopReason;
  /** Why the target is missed, if it is. @default what `shortfallReason` of the definition returns */
  readonly shortfallReason?: string;
  /** Number of newest entries that stay whole. @default those of the declared tail */
  readonly tail?: number;
  /** One record per call of a model. */
  readonly llmCalls?: readonly { readonly usage?: UsageStats }[];
  /** Whether a model was called, if there are no records. @default whether there are records */
  readonly llmCallMade?: boolean;
}
