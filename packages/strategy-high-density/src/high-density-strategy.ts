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
  /** Tool semantics. @default the presets of all agents known to `@palimpsest/tool-taxonomy` */
  readonly toolTaxonomy?: ToolTaxonomy;
}

/** Strategy `high-density`: prunes stale content continuously, and summarizes old tool results when compression is due. Uses no model. */
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
   * Plans which stale reads, repeated inclusions and old results to remove from the raw history (REQ-HD-005 to 007). Never throws because of
   * the content of a history. If the history starts with the same entry objects as one of the last few, only the appended entries are read:
   * replace entries instead of changing them.
   */
  optimize(history: RawHistory, config: DensityConfig): DensityResult {
    return this.#plan(history, config);
  }

  /** Summarizes tool results before the tail, then removes whole exchanges while the target is missed (REQ-HD-008). */
  compress(context: CompressionContext): Promise<CompressionResult> {
    return compressHighDensity(context, this.#taxonomy);
  }
}
