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
import { splitMiddle } from './split-middle.ts';

export const NAME = 'middle-out';

/** Strategy `middle-out`: a model summarizes the middle; the oldest and the newest part stay (REQ-CS-002). */
export class MiddleOutStrategy implements CompressionStrategy {
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
    return compressWithModel(context, { name: NAME, split: splitMiddle }, this.#means);
  }
}
