import {
  PalimpsestError,
  type CompressionContext,
  type CompressionStrategy,
  type Services,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import type { SettingsOf, StrategyInput } from '@palimpsest/engine';
import { randomHexString } from '@palimpsest/engine/text';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';

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

/** What a summary by a model needs besides the history. */
export interface ModelOptions {
  /** Name of the strategy, for errors. */
  readonly strategy: string;
  readonly context: CompressionContext;
  readonly model: Services['model'];
  readonly toolTaxonomy: ToolTaxonomy;
  /** Returns the strategy that reduces a history too large for one request. Without one, long messages are truncated. */
  readonly reducer: () => CompressionStrategy | undefined;
  /** Time limit of a model call, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether a model verifies each summary. */
  readonly isVerified: boolean;
  readonly nonce: () => string;
  /** Removes secrets from every text that is sent to the model. */
  readonly redact: (text: string) => string;
}

export function readModelOptions(
  strategy: string,
  { settings, services, context }: StrategyInput<SettingsOf<typeof summarySettings>>,
): ModelOptions {
  const {
    toolTaxonomy = defaultToolTaxonomy,
    nonce = randomHexString,
    model,
    redact = (text) => text,
  } = services;
  const reduceWith = settings[REDUCE_WITH];
  // A setting of every host, not of these strategies.
  const values = { ...services.settings(), ...context.settings };
  return {
    strategy,
    context,
    model,
    toolTaxonomy,
    nonce,
    redact,
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
