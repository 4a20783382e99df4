import type { Classifier, PreservationRule } from '@palimpsest/classifier';
import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  StrategyPlugin,
  StrategyTrigger,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import type { Summarizer } from '@palimpsest/summarizer';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { NAME, compressExtractive, type Means } from './compress.ts';
import { LONG_HUMAN_TEXT } from './history/targets.ts';
import {
  ExtractiveOptionError,
  checkSettings,
  extractiveSettings,
  pickSettings,
  type ExtractiveSettings,
} from './settings.ts';

export interface ExtractiveOptions {
  /** A function is called at each compression. @default {} */
  readonly settings?: ExtractiveSettings | ((context: CompressionContext) => ExtractiveSettings);
  /** Tool semantics. @default the presets of all agents known to `@palimpsest/tool-taxonomy` */
  readonly toolTaxonomy?: ToolTaxonomy;
  /** Decides which text must stay unchanged. @default the one of `@palimpsest/classifier` */
  readonly classifier?: Classifier;
  /** Decide, in order, how a text is reduced. @default those of `@palimpsest/classifier`; roles, recency and tool calls are checked before */
  readonly rules?: readonly PreservationRule[];
  /** Summarizes prose, one text at a time; `summarizeText` takes over if it fails or returns nothing shorter. @default `summarizeText` only */
  readonly summarizer?: Summarizer;
  /** Removes secrets from every text before it is summarized. @default none */
  readonly redact?: (text: string) => string;
}

/** Strategy `extractive`: replaces repeated text by references and keeps the key sentences of old prose. Uses no model by default. */
export class ExtractiveStrategy implements CompressionStrategy {
  readonly name: string = NAME;
  readonly requiresLLM = false;
  readonly trigger: StrategyTrigger = { mode: 'threshold', defaultThreshold: 0.85 };
  readonly #settings: (context: CompressionContext) => ExtractiveSettings;
  readonly #means: Means;

  /** @throws {ExtractiveOptionError} when an option is invalid */
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
   * Reduces the entries before the recency window until the history fits.
   *
   * @throws {ExtractiveOptionError} when a setting is invalid
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

/** Plugin that registers `extractive` with a factory. */
export const extractive: StrategyPlugin = {
  specification: 1,
  name: NAME,
  requiresLLM: false,
  humanText: 'eligible',
  longHumanText: LONG_HUMAN_TEXT,
  description:
    'Says repeated text once and keeps the sentences that matter of old prose; cuts old text short only when that is not enough.',
  settings: extractiveSettings,
  create: (services) =>
    new ExtractiveStrategy({
      settings: (context) => pickSettings({ ...services.settings(), ...context.settings }),
      ...(services.toolTaxonomy === undefined ? {} : { toolTaxonomy: services.toolTaxonomy }),
    }),
};
