import type {
  COMPRESSION_STRATEGIES,
  CompressionContext as Context,
  CompressionResultMetadata as Metadata,
  DensityConfig,
  DensityResultMetadata,
  NoopReason,
  StrategyTrigger,
} from '@palimpsest/core-types';
import type { HistoryEntry, IContent } from './content.ts';

/** One of the four classic names. */
export type CompressionStrategyName = (typeof COMPRESSION_STRATEGIES)[number];

/** Why a strategy changed nothing. */
export type StructuralNoopReason = NoopReason;

/** A connection to a model. Its options are those of the host's own providers. */
export interface CompressionProvider {
  readonly name: string;
  generateChatCompletion(...options: never[]): AsyncIterable<HistoryEntry>;
}

/** A provider, and the host's services that are passed to it. */
export interface CompressionProviderResult {
  readonly provider: CompressionProvider;
  readonly runtime?: unknown;
  readonly config?: unknown;
  readonly resolved?: unknown;
  readonly invocation?: unknown;
  readonly model?: string;
  readonly contextLimit?: number;
}

/** Input of one `compress` call. The host's own context may have more fields. */
export interface CompressionContext extends Omit<
  Context,
  'history' | 'estimateTokens' | 'resolveProvider'
> {
  readonly history: readonly HistoryEntry[];
  readonly estimateTokens: (contents: readonly IContent[]) => Promise<number> | number;
  readonly resolveProvider?: (
    profile?: string,
  ) =>
    | CompressionProvider
    | CompressionProviderResult
    | Promise<CompressionProvider | CompressionProviderResult>;
}

export interface CompressionResultMetadata extends Omit<Metadata, 'strategyUsed'> {
  readonly strategyUsed: CompressionStrategyName;
}

export type StrategyCompressionResult =
  | {
      readonly kind: 'applied';
      readonly newHistory: IContent[];
      readonly metadata: CompressionResultMetadata;
    }
  | {
      readonly kind: 'noop';
      readonly reason: StructuralNoopReason;
      readonly metadata: CompressionResultMetadata;
    };

/** The edits for one history; `applyDensityResult` applies them. */
export interface DensityResult {
  readonly removals: readonly number[];
  readonly replacements: ReadonlyMap<number, IContent>;
  readonly metadata: DensityResultMetadata;
}

/** A strategy with the host's types. */
export interface CompressionStrategy {
  readonly name: CompressionStrategyName;
  readonly requiresLLM: boolean;
  readonly trigger: StrategyTrigger;
  compress(context: CompressionContext): Promise<StrategyCompressionResult>;
  optimize?(history: readonly HistoryEntry[], config: DensityConfig): DensityResult;
}
