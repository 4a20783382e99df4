import type { Classifier, PreservationRule } from '@palimpsest/classifier';
import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  StrategyTrigger,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import type { Summarizer } from '@palimpsest/summarizer';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { compressExtractive, NAME, type Means } from './compress.ts';
import { ExtractiveOptionError } from './extractive-option-error.ts';
import { checkSettings, type ExtractiveSettings } from './settings.ts';

export interface ExtractiveOptions {
  /** A function is asked at each compression. @default {} */
  readonly settings?: ExtractiveSettings | ((context: CompressionContext) => ExtractiveSettings);
  /** What tools do. @default the presets of every agent `@palimpsest/tool-taxonomy` knows */
  readonly toolTaxonomy?: ToolTaxonomy;
  /** Says which text must stay as it is. @default the one of `@palimpsest/classifier` */
  readonly classifier?: Classifier;
  /** Say, in order, what becomes of a text. @default those of `@palimpsest/classifier`; roles, recency and tool calls are seen to before */
  readonly rules?: readonly PreservationRule[];
  /** Asked for summaries of prose, one at a time; where it fails or answers nothing shorter, `summarizeText` does it. @default `summarizeText` does it all */
  readonly summarizer?: Summarizer;
  /** Runs on every text before it is summarized, to take secrets out. @default nothing */
  readonly redact?: (text: string) => string;
}

/** Strategy `extractive`: says repeated text once, and keeps the sentences that matter of old prose. No model, unless one is given. */
export class ExtractiveStrategy implements CompressionStrategy {
  readonly name: string = NAME;
  readonly requiresLLM = false;
  readonly trigger: StrategyTrigger = { mode: 'threshold', defaultThreshold: 0.85 };
  readonly #settings: (context: CompressionContext) => ExtractiveSettings;
  readonly #means: Means;

  /** @throws {ExtractiveOptionError} for an option that is not accepted */
  constructor(options: ExtractiveOptions = {}) {
    const { settings = {}, toolTaxonomy: taxonomy = defaultToolTaxonomy } = options;
    const { classifier, rules, summarizer, redact } = options;
    checkMethod('toolTaxonomy', taxonomy, 'describe');
    if (classifier !== undefined) checkMethod('classifier', classifier, 'isHard');
    for (const rule of rules ?? []) checkMethod('rules', rule, 'decide');
    if (summarizer !== undefined) checkMethod('summarizer', summarizer, 'summarize');
    if (redact !== undefined && typeof redact !== 'function') {
      throw new ExtractiveOptionError('redact', redact, 'a function from a text to a text');
    }
    if (typeof settings !== 'function') checkSettings(settings);
    this.#settings = typeof settings === 'function' ? settings : () => settings;
    this.#means = { taxonomy, classifier, rules, summarizer, redact };
  }

  /**
   * Makes what is older than the recency window smaller, oldest first, until the history fits.
   *
   * @throws {ExtractiveOptionError} for a setting that is not accepted
   */
  async compress(context: CompressionContext): Promise<CompressionResult> {
    return await compressExtractive(context, checkSettings(this.#settings(context)), this.#means);
  }
}

function checkMethod(option: string, value: unknown, method: string): void {
  const given = typeof value === 'object' && value !== null ? value : {};
  if (typeof (given as Readonly<Record<string, unknown>>)[method] === 'function') return;
  throw new ExtractiveOptionError(option, value, `an object with a method "${method}"`);
}
