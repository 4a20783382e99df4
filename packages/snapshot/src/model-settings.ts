import {
  MAX_TIMER_MS,
  PalimpsestError,
  type CompressionContext,
  type CompressionStrategy,
  type SettingSpec,
  type StrategyServices,
} from '@palimpsest/core-types';
import { DEFAULT_TIMEOUT_MS, type ModelStrategyOptions } from './model-options.ts';

const REDUCE_WITH = 'compression.summary.reduceWith';
const TIMEOUT = 'compression.summary.timeoutMs';
const VERIFICATION = 'compressionVerification';

const DEFAULT_REDUCER = 'salience';
const NO_REDUCER = 'none';

/** Ephemeral settings of every strategy that calls a model; read at each compression. */
export const modelSettings: readonly SettingSpec[] = Object.freeze([
  {
    key: REDUCE_WITH,
    type: 'string',
    description:
      'Strategy that reduces what does not fit into one request to the summary model; "none": it is summarized in parts.',
    default: DEFAULT_REDUCER,
  },
  {
    key: TIMEOUT,
    type: 'integer',
    description: 'Milliseconds one answer of the summary model may take.',
    default: DEFAULT_TIMEOUT_MS,
    minimum: 1,
    maximum: MAX_TIMER_MS,
  },
]);

/** Creates the options of a registered strategy. They read the settings at each compression and find the reducer among the registered strategies. */
export function modelOptionsFromSettings(services: StrategyServices): ModelStrategyOptions {
  const { toolTaxonomy } = services;
  const read = (key: string, context: CompressionContext): unknown =>
    context.settings?.[key] ?? services.settings()[key];
  const reducer = (context: CompressionContext): CompressionStrategy | undefined => {
    const name = read(REDUCE_WITH, context);
    if (name === NO_REDUCER) return undefined;
    if (typeof name === 'string') return services.strategy(name);
    try {
      return services.strategy(DEFAULT_REDUCER);
    } catch (error) {
      // The default reducer is optional: without it, the history is summarized in parts.
      if (PalimpsestError.isInstance(error) && error.code === 'UNKNOWN_STRATEGY') return undefined;
      throw error;
    }
  };
  return {
    reducer,
    timeoutMs: (context) => Number(read(TIMEOUT, context) ?? DEFAULT_TIMEOUT_MS),
    verification: (context) => read(VERIFICATION, context) === true,
    ...(toolTaxonomy === undefined ? {} : { toolTaxonomy }),
  };
}
