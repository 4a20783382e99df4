import {
  PalimpsestError,
  type CompressionContext,
  type CompressionStrategy,
  type Services,
} from '@palimpsest/core-types';
import type { SettingsOf, StrategyInput } from '@palimpsest/engine';
import { findDirectives } from '@palimpsest/engine/directives';
import { randomHexString } from '@palimpsest/engine/text';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';
import { deterministicSummarizer } from '../text/summarize-text.ts';

const REDUCE_WITH = 'compression.summary.reduceWith';
const NO_REDUCER = 'none';

/** Settings of every strategy that calls a model; read at each compression. */
export const summarySettings = [
  {
    key: 'compression.summary.reduceWith',
    type: 'string',
    description:
      'Strategy that shortens the input of the summary model if it exceeds one request; "none": long messages are truncated.',
    default: 'salience',
  },
  {
    key: 'compression.summary.timeoutMs',
    type: 'integer',
    description: 'Time limit of one call of the summary model, in milliseconds.',
    default: 120_000,
    minimum: 1,
    // The longest delay of a timer.
    maximum: 2_147_483_647,
  },
] as const;

type SummaryServices = Required<
  Pick<Services, 'directives' | 'nonce' | 'redact' | 'summarizer' | 'toolTaxonomy'>
> & { readonly model: undefined };

/** Services of every strategy that calls a model. */
export const summaryServices: SummaryServices = {
  directives: findDirectives,
  model: undefined,
  nonce: randomHexString,
  redact: (text) => text,
  summarizer: deterministicSummarizer,
  toolTaxonomy: defaultToolTaxonomy,
};

/** Input of a strategy that calls a model. */
export type SummaryInput = StrategyInput<
  SettingsOf<typeof summarySettings>,
  undefined,
  SummaryServices
>;

/** What a summary by a model needs besides the history. */
export interface ModelOptions {
  /** Name of the strategy, for errors. */
  readonly strategy: string;
  readonly context: CompressionContext;
  readonly services: SummaryInput['services'];
  /** Returns the strategy that reduces a history too large for one request. Without one, long messages are truncated. */
  readonly reducer: () => CompressionStrategy | undefined;
  /** Time limit of a model call, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether a model verifies each summary. */
  readonly isVerified: boolean;
}

export function readModelOptions(
  strategy: string,
  { settings, services, context }: SummaryInput,
): ModelOptions {
  const reduceWith = settings[REDUCE_WITH];
  // A setting of every host, not of these strategies.
  const values = { ...services.settings(), ...context.settings };
  return {
    strategy,
    context,
    services,
    timeoutMs: settings['compression.summary.timeoutMs'],
    isVerified: context.compressionVerification ?? values['compressionVerification'] === true,
    reducer() {
      if (reduceWith === NO_REDUCER) return undefined;
      try {
        return services.strategy(reduceWith);
      } catch (error) {
        // The default reducer is optional: without it, long messages are truncated.
        const isAbsent = PalimpsestError.isInstance(error) && error.code === 'UNKNOWN_STRATEGY';
        if (isAbsent && values[REDUCE_WITH] === undefined) return undefined;
        throw error;
      }
    },
  };
}
