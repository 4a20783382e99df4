import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  StrategyTrigger,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import { checkWeights, DEFAULT_WEIGHTS, type SalienceWeights } from '@palimpsest/salience';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { compressSalience, NAME } from './compress.ts';
import { getDependencies, setDependencies } from './get-dependencies.ts';
import { createParseCache } from './parse-cache.ts';

export interface SalienceOptions {
  /** Tool semantics. @default the presets of all agents known to `@palimpsest/tool-taxonomy` */
  readonly toolTaxonomy?: ToolTaxonomy;
  /** @default those of `@palimpsest/salience` */
  readonly weights?: SalienceWeights;
}

/** Strategy `salience`: keeps the lines that later steps will need, within any budget. Uses no model. */
export class SalienceStrategy implements CompressionStrategy {
  readonly name: string = NAME;
  readonly requiresLLM = false;
  readonly startsFromOriginals = true;
  readonly trigger: StrategyTrigger = { mode: 'threshold', defaultThreshold: 0.85 };

  /** @throws {SalienceOptionError} of `@palimpsest/salience`, when the weights are invalid */
  constructor({
    toolTaxonomy = defaultToolTaxonomy,
    weights = DEFAULT_WEIGHTS,
  }: SalienceOptions = {}) {
    checkWeights(weights);
    const memory = createParseCache();
    setDependencies(this, () => ({ taxonomy: toolTaxonomy, memory: memory(), weights }));
  }

  async compress(context: CompressionContext): Promise<CompressionResult> {
    return await compressSalience(context, getDependencies(this)!);
  }
}
