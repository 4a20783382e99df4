import type { DensityConfig, Services, StrategyPlugin } from '@palimpsest/core-types';
import { createStrategy } from '@palimpsest/engine';
import { checkServices } from '@palimpsest/factory/settings';
import { highDensity } from '@palimpsest/strategy-high-density';
import { middleOut } from '@palimpsest/strategy-middle-out';
import { oneShot } from '@palimpsest/strategy-one-shot';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import type {
  CompressionContext,
  CompressionStrategy,
  DensityResult,
  StrategyCompressionResult,
} from './types/compression.ts';
import type { HistoryEntry } from './types/content.ts';

/**
 * A strategy as a class, as the host creates it. Each returned entry is an input entry, a changed copy of one, or a new summary with text blocks
 * only.
 */
class StrategyClass implements CompressionStrategy {
  readonly name: CompressionStrategy['name'];
  readonly requiresLLM: boolean;
  readonly trigger: CompressionStrategy['trigger'];
  protected readonly strategy: CompressionStrategy & { readonly needsProvider?: boolean };

  constructor(plugin: StrategyPlugin, services: Services) {
    checkServices(services);
    // The host's types of entries are narrower than those of `core-types`.
    this.strategy = createStrategy(plugin, services) as unknown as CompressionStrategy;
    this.name = this.strategy.name;
    this.requiresLLM = this.strategy.requiresLLM;
    this.trigger = this.strategy.trigger;
  }

  get needsProvider(): boolean | undefined {
    return this.strategy.needsProvider;
  }

  compress(context: CompressionContext): Promise<StrategyCompressionResult> {
    return this.strategy.compress(context);
  }
}

export class HighDensityStrategy extends StrategyClass {
  constructor(options: Pick<Services, 'toolTaxonomy'> = {}) {
    super(highDensity, options);
  }

  optimize(history: readonly HistoryEntry[], config: DensityConfig): DensityResult {
    return this.strategy.optimize!(history, config);
  }
}

export class TopDownTruncationStrategy extends StrategyClass {
  constructor() {
    super(topDownTruncation, {});
  }
}

export class MiddleOutStrategy extends StrategyClass {
  constructor(options: Pick<Services, 'model' | 'toolTaxonomy'> = {}) {
    super(middleOut, options);
  }
}

export class OneShotStrategy extends StrategyClass {
  constructor(options: Pick<Services, 'model' | 'toolTaxonomy'> = {}) {
    super(oneShot, options);
  }
}
