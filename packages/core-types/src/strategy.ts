import type { YieldToEventLoop } from './yield-to-event-loop.ts';
import type {
  ContentBlock,
  CuratedHistory,
  IContent,
  RawHistory,
  ToolCallBlock,
  ToolResponseBlock,
  UsageStats,
} from './content.ts';
import type { DensityConfig, DensityResult } from './density.ts';
import type { SettingValues } from './plugin.ts';
import type { Services } from './services.ts';
import type { PromptResolver, ProviderResolver, Todo } from './model.ts';

/** The strategies of llxprt-code. Others can be registered. */
export const COMPRESSION_STRATEGIES = [
  'middle-out',
  'top-down-truncation',
  'one-shot',
  'high-density',
] as const;

/** Any registered name; editors suggest the known ones. */
export type CompressionStrategyName = (typeof COMPRESSION_STRATEGIES)[number] | (string & {});

/** When a strategy runs: above a share of the context window, or continuously. */
export interface StrategyTrigger {
  readonly mode: 'threshold' | 'continuous';
  /** Share of the context window, 0 to 1. */
  readonly defaultThreshold: number;
}

/** Current settings, each as a function that reads it. llxprt-code calls settings of a session "ephemerals". All are optional. */
export interface EphemeralAccessors {
  readonly compressionThreshold?: () => number | undefined;
  readonly contextLimit?: () => number | undefined;
  readonly preserveThreshold?: () => number | undefined;
  readonly topPreserveThreshold?: () => number | undefined;
  readonly compressionProfile?: () => string | undefined;
  readonly densityCompressHeadroom?: () => number | undefined;
  readonly densityKeepHumanText?: () => boolean | undefined;
}

export interface CompressionLogger {
  debug(message: string, details?: unknown): void;
}

/** Counts the tokens of entries. All targets and size checks use it. */
export type TokenEstimator = (contents: readonly IContent[]) => Promise<number> | number;

/** Input of one `compress` call. Read-only for the strategy, without access to the host's history service; hosts may add fields. */
export interface CompressionContext {
  readonly history: CuratedHistory;
  readonly runtimeContext: { readonly ephemerals: EphemeralAccessors };
  /** Settings of this call by full key. They take precedence over those the strategy was created with. */
  readonly settings?: SettingValues;
  /** Services of this call. They take precedence over those the strategy was created with. */
  readonly services?: Services;
  readonly estimateTokens: TokenEstimator;
  /** Tokens of the conversation as counted by the host, for strategies that check whether compression is due. */
  readonly currentTokenCount: number;
  /** The history and its tokens by `estimateTokens`, if the caller counted them. Valid only for this very list. */
  readonly counted?: { readonly history: CuratedHistory; readonly tokens: number };
  /** Target in tokens. @default derived from the trigger */
  readonly targetTokens?: number;
  /** Trigger in tokens. */
  readonly triggerTokens?: number;
  /** Tokens of the context window that are kept free for the output. */
  readonly maxOutputTokens?: number;
  /** Returns whether an entry must stay unchanged, in addition to system entries and entries with `metadata.pinned`. */
  readonly pinned?: (entry: IContent) => boolean;
  /** Returns the recall id of a tool result, given its entry and block index. Set if originals are saved. */
  readonly originalId?: (entry: IContent, block: number) => string | undefined;
  /** Finds the model that writes summaries. */
  readonly resolveProvider?: ProviderResolver;
  /** Finds the host's own prompts. */
  readonly resolvePrompt?: PromptResolver;
  /** Pending tasks of the agent, as a list or as text, for the summary. */
  readonly activeTodos?: readonly Todo[] | string;
  /** Where the whole conversation is stored, for the summary. */
  readonly transcriptPath?: string;
  /** Let a model check the summary against what it replaces. @default false */
  readonly compressionVerification?: boolean;
  /** `metadata.chronology.seq` of the last entry in the provider's cached prefix; 0 for none. The head never ends before it. */
  readonly cacheAnchorSeq?: number;
  readonly signal?: AbortSignal;
  /** Awaited between units of work, so that the event loop stays responsive. @default every 8 ms, a turn of the event loop */
  readonly yieldToEventLoop?: YieldToEventLoop;
  readonly logger?: CompressionLogger;
}

/** Why a strategy changed nothing. */
export type NoopReason =
  | 'empty-history'
  | 'already-under-target'
  | 'tail-covers-all'
  | 'too-few-compressible'
  | 'shrunk-below-minimum'
  /** No entry before the tail can be reduced further. */
  | 'nothing-removable'
  /** The planned edits would enlarge the history. */
  | 'no-gain';

/** What was removed, by kind. Absent kinds are 0. */
export interface DroppedCounts {
  /** Tool results replaced by a summary. */
  readonly toolResults?: number;
  /** Tool calls removed with their results. */
  readonly toolCalls?: number;
  readonly thinkingBlocks?: number;
  readonly mediaBlocks?: number;
  readonly aiEntries?: number;
  readonly humanEntries?: number;
  /** Entries replaced by a model's summary. */
  readonly summarizedEntries?: number;
  /** Texts replaced by a summary, counting each merged text. */
  readonly summarizedTexts?: number;
  /** Texts replaced by a reference to a kept copy. */
  readonly duplicateTexts?: number;
  /** Texts cut to their start, or to a marker. */
  readonly truncatedTexts?: number;
  /** Texts from which lines or JSON fields were omitted. */
  readonly reducedTexts?: number;
  /** The omitted lines and JSON fields. */
  readonly lines?: number;
}

/** One fix of a malformed history before compression. Unfinished arguments are only reported: they stay as the model wrote them. */
export interface Repair {
  readonly kind:
    | 'orphan-response'
    | 'duplicate-response'
    | 'unanswered-call'
    | 'misplaced-response'
    | 'missing-id'
    | 'blank-entry'
    | 'lone-surrogate'
    | 'unfinished-arguments';
  /** Index in the input history. */
  readonly index: number;
  readonly detail: string;
  /** The blocks that the repair removed. */
  readonly removed?: readonly ContentBlock[];
}

type ProvenanceReason = 'kept' | 'reduced' | 'summary' | 'notice' | 'repair';

/** The input entries that an output entry represents, and why. */
export interface ProvenanceRecord {
  /** Ascending indices in the input history. */
  readonly sources: readonly number[];
  readonly reason: ProvenanceReason;
}

export interface CompressionResultMetadata {
  readonly originalMessageCount: number;
  readonly compressedMessageCount: number;
  readonly strategyUsed: CompressionStrategyName;
  readonly llmCallMade: boolean;
  /** Unchanged oldest entries. 0 or absent: no cached prefix is left. */
  readonly topPreserved?: number;
  /** Unchanged newest entries: the preserved tail. */
  readonly bottomPreserved?: number;
  /** Entries replaced by a model's summary, as in `dropped.summarizedEntries`. */
  readonly middleCompressed?: number;
  readonly usage?: UsageStats;
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  readonly targetTokens?: number;
  /** Tokens above the target; `shortfallReason` is the reason. */
  readonly shortfallTokens?: number;
  readonly shortfallReason?: string;
  /** Index of the first output entry that differs from the input; the entries before it are a valid cache prefix. */
  readonly firstChangedIndex?: number;
  readonly dropped?: DroppedCounts;
  readonly repaired?: readonly Repair[];
  readonly llmCalls?: readonly { readonly usage?: UsageStats }[];
  /** One record for each output entry, in order. */
  readonly provenance?: readonly ProvenanceRecord[];
}

export type CompressionResult =
  | {
      readonly kind: 'applied';
      readonly newHistory: IContent[];
      readonly metadata: CompressionResultMetadata;
    }
  | {
      readonly kind: 'noop';
      readonly reason: NoopReason;
      readonly metadata: CompressionResultMetadata;
    };

/** A tool result to reduce, and its call. */
export interface ResultToReduce {
  readonly call: ToolCallBlock;
  readonly response: ToolResponseBlock;
  /** Recall id of the result. Set if originals are saved. */
  readonly originalId?: string | undefined;
}

/** Limits of a reduction of results. */
export interface ReduceLimits {
  /** Maximum tokens of all results together. */
  readonly maxTokens: number;
  readonly estimateTokens: TokenEstimator;
  readonly signal?: AbortSignal | undefined;
}

/** A way to compress a history. */
export interface CompressionStrategy {
  readonly name: CompressionStrategyName;
  readonly requiresLLM: boolean;
  readonly trigger: StrategyTrigger;
  /** Compresses the restored originals instead of the output of earlier compressions, if they are saved: compressing twice loses more. @default false */
  readonly startsFromOriginals?: boolean;
  /**
   * Replaces the earlier part of a history by one report in a user message. The report repeats user messages and plans, so they need not stay as
   * entries. @default false
   */
  readonly writesRecord?: boolean;
  /** The strategy was created without a model: `compress` rejects every context without `resolveProvider`. @default false */
  readonly needsProvider?: boolean;
  compress(context: CompressionContext): Promise<CompressionResult>;
  /** Plans edits of the raw history. Pure, synchronous, and idempotent once applied. */
  optimize?(history: RawHistory, config: DensityConfig): DensityResult;
  /** Reduces tool results by themselves, without a history around them. Returns them in order; an unchanged one is the same object. */
  reduceResults?(
    results: readonly ResultToReduce[],
    limits: ReduceLimits,
  ): Promise<readonly ToolResponseBlock[]>;
}

/** A strategy that also plans edits of the raw history. */
export interface OptimizingStrategy extends CompressionStrategy {
  optimize(history: RawHistory, config: DensityConfig): DensityResult;
}
