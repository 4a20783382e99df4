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

/** A strategy that lets a model summarize a part of the history. Strategies differ only in that part. */
export class SnapshotStrategy implements CompressionStrategy {
  readonly name: string;
  readonly requiresLLM = true;
  readonly trigger: StrategyTrigger = { mode: 'threshold', defaultThreshold: 0.85 };
  readonly #strategy: ModelStrategy;
  readonly #means: ResolvedModelOptions;

  /** @throws {SnapshotOptionError} when an option has the wrong type or value */
  constructor(strategy: ModelStrategy, options: ModelStrategyOptions = {}) {
    this.name = strategy.name;
    this.#strategy = strategy;
    this.#means = resolveModelOptions(options);
  }

  get needsProvider(): boolean {
    return this.#means.model === undefined;
  }

  /** @throws the errors of `compressWithModel` */
  async compress(context: CompressionContext): Promise<CompressionResult> {
    assertModel(this, context);
    return compressWithModel(context, this.#strategy, this.#means);
  }
}
