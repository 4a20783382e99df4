import type { ContentBlock, CuratedHistory, IContent, RawHistory, UsageStats } from './content.ts';
import type { DensityConfig, DensityResult } from './density.ts';
import type { SettingValues } from './plugin.ts';
import type { PromptResolver, ProviderResolver, Todo } from './model.ts';

/** The strategies of llxprt-code, the first host. Other names may be registered beside them. */
export const COMPRESSION_STRATEGIES = [
  'middle-out',
  'top-down-truncation',
  'one-shot',
  'high-density',
] as const;

/** Any registered name; the known ones are offered by editors. */
export type CompressionStrategyName = (typeof COMPRESSION_STRATEGIES)[number] | (string & {});

/** When a strategy wants to act: at a share of the context window, or continuously above one (REQ-HD-001.1). */
export interface StrategyTrigger {
  readonly mode: 'threshold' | 'continuous';
  /** Share of the context window, 0 to 1. */
  readonly defaultThreshold: number;
}

/** Settings a host answers live, one accessor each. Every one is optional; a strategy has defaults. */
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

/** Tokens of some entries, as the caller counts them. The only measure that targets and size guards use. */
export type TokenEstimator = (contents: readonly IContent[]) => Promise<number> | number;

/** All a strategy gets to know; a host's own context may carry more. It never sees the host's history service, and it changes nothing in here (REQ-CS-001). */
export interface CompressionContext {
  readonly history: CuratedHistory;
  readonly runtimeContext: { readonly ephemerals: EphemeralAccessors };
  /** Ephemeral settings of this call by full key, for settings a strategy brought itself; they go before those it was created with. */
  readonly settings?: SettingValues;
  readonly estimateTokens: TokenEstimator;
  /** Tokens of the conversation as the host knows them, for strategies that first ask whether anything is due. */
  readonly currentTokenCount: number;
  /** Where compression should end. Without it the target follows from the trigger point (REQ-HD-008.6, C7). */
  readonly targetTokens?: number;
  /** Where compression is due, in tokens. */
  readonly triggerTokens?: number;
  /** Tokens reserved for the model's answer. */
  readonly completionBudget?: number;
  /** Entries that must survive byte for byte, beside system entries and those with `metadata.pinned`. */
  readonly pinned?: (entry: IContent) => boolean;
  /** Where originals are kept: a short id by which a model can ask for what a tool response of an entry said, given the index of its block. */
  readonly originalId?: (entry: IContent, block: number) => string | undefined;
  /** The model that writes summaries. Strategies that need none do not ask. */
  readonly resolveProvider?: ProviderResolver;
  /** Prompts of the host's own (REQ-CS-005). */
  readonly resolvePrompt?: PromptResolver;
  /** What the agent has left to do, as a list or in words; a summary keeps it in view (REQ-HD-011). */
  readonly activeTodos?: readonly Todo[] | string;
  /** Where the whole conversation can be read; a summary names it (REQ-HD-012). */
  readonly transcriptPath?: string;
  /** Have a model check the summary against what it stands for. @default false */
  readonly compressionVerification?: boolean;
  /** `metadata.chronology.seq` of the last entry of the head a provider's cache still holds; 0 for none. The head never ends before it. */
  readonly cacheAnchorSeq?: number;
  readonly signal?: AbortSignal;
  readonly logger?: CompressionLogger;
}

/** Every way to do nothing. */
export type NoopReason =
  | 'empty-history'
  | 'already-under-target'
  | 'tail-covers-all'
  | 'too-few-compressible'
  | 'shrunk-below-minimum'
  /** Nothing outside the tail may be reduced any further. */
  | 'nothing-removable'
  /** What could be done would have made the history larger. */
  | 'no-gain';

/** What was taken out, counted by kind. Absent kinds are zero. */
export interface DroppedCounts {
  /** Tool results replaced by a summary. */
  readonly toolResults?: number;
  /** Tool calls removed together with their responses. */
  readonly toolCalls?: number;
  readonly thinkingBlocks?: number;
  readonly mediaBlocks?: number;
  readonly aiEntries?: number;
  readonly humanEntries?: number;
  /** Entries that a model's summary stands for. */
  readonly summarizedEntries?: number;
  /** Texts that became a summary, each text that was merged into one counted. */
  readonly summarizedTexts?: number;
  /** Texts that became a reference to a copy that is still there. */
  readonly duplicateTexts?: number;
  /** Texts of which the beginning is left, or nothing but a mark. */
  readonly truncatedTexts?: number;
  /** Texts of which only some lines, or fields of JSON, are left. */
  readonly reducedTexts?: number;
  /** Lines, or fields of JSON, that were left out of them. */
  readonly lines?: number;
}

/** One change that made a broken history whole before anything else happened. */
export interface Repair {
  readonly kind:
    | 'orphan-response'
    | 'duplicate-response'
    | 'unanswered-call'
    | 'misplaced-response'
    | 'missing-id'
    | 'blank-entry'
    | 'lone-surrogate';
  /** Index in the history as it was given. */
  readonly index: number;
  readonly detail: string;
  /** What the repair took out, where it took something out. */
  readonly removed?: readonly ContentBlock[];
}

export type ProvenanceReason = 'kept' | 'reduced' | 'summary' | 'notice' | 'repair';

/** Which input entries an output entry stands for, and why it looks as it does. */
export interface ProvenanceRecord {
  /** Indices in the history as it was given, ascending. */
  readonly sources: readonly number[];
  readonly reason: ProvenanceReason;
}

export interface CompressionResultMetadata {
  readonly originalMessageCount: number;
  readonly compressedMessageCount: number;
  readonly strategyUsed: CompressionStrategyName;
  readonly llmCallMade: boolean;
  /** Oldest entries that are untouched. Zero or absent: a provider's cached prefix is gone. */
  readonly topPreserved?: number;
  /** Newest entries that are untouched: the tail. */
  readonly bottomPreserved?: number;
  /** Entries that a model's summary stands for, as in `dropped.summarizedEntries`. */
  readonly middleCompressed?: number;
  readonly usage?: UsageStats;
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  readonly targetTokens?: number;
  /** By how much the target was missed, and what stands in the way. */
  readonly shortfallTokens?: number;
  readonly shortfallReason?: string;
  /** Index of the first output entry that is not the input's entry; everything before it is a valid cache prefix. */
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

/** A way to make a history smaller. */
export interface CompressionStrategy {
  readonly name: CompressionStrategyName;
  readonly requiresLLM: boolean;
  readonly trigger: StrategyTrigger;
  /** Wants what was there before earlier compressions, where somebody kept it: compressing what is compressed already loses more. @default false */
  readonly startsFromOriginals?: boolean;
  /** Whether `compress` rejects every context without `resolveProvider`: the strategy asks a model and was created without one. @default false */
  readonly needsProvider?: boolean;
  compress(context: CompressionContext): Promise<CompressionResult>;
  /** A pure, synchronous plan over the raw history; idempotent once applied. */
  optimize?(history: RawHistory, config: DensityConfig): DensityResult;
}
