import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  DensityConfig,
  DensityResult,
  RawHistory,
  StrategyTrigger,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { compressHighDensity, NAME } from './compress.ts';
import { createIncrementalOptimizer } from './optimize/create-incremental-optimizer.ts';
import { createOptimizerCache } from './optimize/create-optimizer-cache.ts';

export interface HighDensityOptions {
  /** What tools do. @default the presets of every agent `@palimpsest/tool-taxonomy` knows */
  readonly toolTaxonomy?: ToolTaxonomy;
}

/** Strategy `high-density`: prunes what is stale at any time, and summarizes old tool results when compression is due. No model. */
export class HighDensityStrategy implements CompressionStrategy {
  readonly name: string = NAME;
  readonly requiresLLM = false;
  readonly trigger: StrategyTrigger = { mode: 'continuous', defaultThreshold: 0.6 };
  readonly #taxonomy: ToolTaxonomy;
  readonly #plan: (history: RawHistory, config: DensityConfig) => DensityResult;

  constructor({ toolTaxonomy = defaultToolTaxonomy }: HighDensityOptions = {}) {
    this.#taxonomy = toolTaxonomy;
    this.#plan = createOptimizerCache((config) => createIncrementalOptimizer(config, toolTaxonomy));
  }

  /**
   * Plans, over the raw history, which stale reads, repeated inclusions and old results can go (REQ-HD-005 to 007). Never throws for what a
   * history holds. Of a history that begins with the same entry objects as one of the last few, only what was appended is read: entries must
   * not be changed, only replaced.
   */
  optimize(history: RawHistory, config: DensityConfig): DensityResult {
    return this.#plan(history, config);
  }

  /** Summarizes tool results before the tail, then gives up whole exchanges while the target is not met (REQ-HD-008). */
  compress(context: CompressionContext): Promise<CompressionResult> {
    return compressHighDensity(context, this.#taxonomy);
  }
}
