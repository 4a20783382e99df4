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
import type { Means } from './decide.ts';
import { explainDecision, type Explanation } from './explain.ts';
import { prepare } from './prepare.ts';
import { createReadingMemory } from './reading-memory.ts';

export interface SalienceOptions {
  /** What tools do. @default the presets of every agent `@palimpsest/tool-taxonomy` knows */
  readonly toolTaxonomy?: ToolTaxonomy;
  /** @default those of `@palimpsest/salience` */
  readonly weights?: SalienceWeights;
}

/** Strategy `salience`: keeps the lines that will be needed, within any budget. No model. */
export class SalienceStrategy implements CompressionStrategy {
  readonly name: string = NAME;
  readonly requiresLLM = false;
  readonly startsFromOriginals = true;
  readonly trigger: StrategyTrigger = { mode: 'threshold', defaultThreshold: 0.85 };
  readonly #memory = createReadingMemory();
  readonly #taxonomy: ToolTaxonomy;
  readonly #weights: SalienceWeights;

  /** @throws {SalienceOptionError} of `@palimpsest/salience`, for weights that are not accepted */
  constructor({
    toolTaxonomy = defaultToolTaxonomy,
    weights = DEFAULT_WEIGHTS,
  }: SalienceOptions = {}) {
    checkWeights(weights);
    this.#taxonomy = toolTaxonomy;
    this.#weights = weights;
  }

  async compress(context: CompressionContext): Promise<CompressionResult> {
    return await compressSalience(context, this.#means());
  }

  /** What `compress` would keep of a history, and why; `undefined` where it would do nothing. */
  async explain(context: CompressionContext): Promise<Explanation | undefined> {
    const means = this.#means();
    const { decision } = await prepare(context, means);
    return decision === undefined ? undefined : explainDecision(decision, means.memory);
  }

  #means(): Means {
    return { taxonomy: this.#taxonomy, memory: this.#memory(), weights: this.#weights };
  }
}
