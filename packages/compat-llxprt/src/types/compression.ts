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

/** A connection to a model, whatever options the host's own providers take. */
export interface CompressionProvider {
  readonly name: string;
  generateChatCompletion(...options: never[]): AsyncIterable<HistoryEntry>;
}

/** A provider, and the services of the host that are passed on to it. */
export interface CompressionProviderResult {
  readonly provider: CompressionProvider;
  readonly runtime?: unknown;
  readonly config?: unknown;
  readonly resolved?: unknown;
  readonly invocation?: unknown;
  readonly model?: string;
  readonly contextLimit?: number;
}

/** What a strategy is told by a host. The host's own context may have more fields. */
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

/** A plan for one history; `applyDensityResult` carries it out. */
export interface DensityResult {
  readonly removals: readonly number[];
  readonly replacements: ReadonlyMap<number, IContent>;
  readonly metadata: DensityResultMetadata;
}

/** A strategy as a host holds it. */
export interface CompressionStrategy {
  readonly name: CompressionStrategyName;
  readonly requiresLLM: boolean;
  readonly trigger: StrategyTrigger;
  compress(context: CompressionContext): Promise<StrategyCompressionResult>;
  optimize?(history: readonly HistoryEntry[], config: DensityConfig): DensityResult;
}
