import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  StrategyTrigger,
} from '@palimpsest/core-types';
import { compressWithModel, type ModelStrategy } from './compress-with-model.ts';
import {
  assertModel,
  resolveModelOptions,
  type ResolvedModelOptions,
  type ModelStrategyOptions,
} from './model-options.ts';

/** A strategy that has a model summarize a part of a history; which part is all that tells one from another. */
export class SnapshotStrategy implements CompressionStrategy {
  readonly name: string;
  readonly requiresLLM = true;
  readonly trigger: StrategyTrigger = { mode: 'threshold', defaultThreshold: 0.85 };
  readonly #strategy: ModelStrategy;
  readonly #means: ResolvedModelOptions;

  /** @throws {SnapshotOptionError} for an option of a wrong type or value */
  constructor(strategy: ModelStrategy, options: ModelStrategyOptions = {}) {
    this.name = strategy.name;
    this.#strategy = strategy;
    this.#means = resolveModelOptions(options);
  }

  get needsProvider(): boolean {
    return this.#means.model === undefined;
  }

  /** See `compressWithModel` for what it throws. */
  async compress(context: CompressionContext): Promise<CompressionResult> {
    assertModel(this, context);
    return compressWithModel(context, this.#strategy, this.#means);
  }
}
