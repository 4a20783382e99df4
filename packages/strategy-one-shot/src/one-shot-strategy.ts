import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  StrategyTrigger,
} from '@palimpsest/core-types';
import {
  compressWithModel,
  modelMeans,
  type ModelMeans,
  type ModelStrategyOptions,
} from '@palimpsest/snapshot';
import { splitNewest } from './split-newest.ts';

export const NAME = 'one-shot';

/** Strategy `one-shot`: a model summarizes everything but the newest part. */
export class OneShotStrategy implements CompressionStrategy {
  readonly name: string = NAME;
  readonly requiresLLM = true;
  readonly trigger: StrategyTrigger = { mode: 'threshold', defaultThreshold: 0.85 };
  readonly #means: ModelMeans;

  /** @throws {SnapshotOptionError} for an option that cannot be meant */
  constructor(options: ModelStrategyOptions = {}) {
    this.#means = modelMeans(options);
  }

  /** See `compressWithModel` for what it throws. */
  compress(context: CompressionContext): Promise<CompressionResult> {
    return compressWithModel(context, { name: NAME, split: splitNewest }, this.#means);
  }
}
