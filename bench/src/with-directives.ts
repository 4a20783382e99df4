import { defined, type CompressionStrategy } from '@palimpsest/core-types';
import { runStrategy } from '@palimpsest/engine/run';

/** Returns the strategy as hosts run it: with the directives of people kept, and its results checked. */
export function withDirectives(strategy: CompressionStrategy): CompressionStrategy {
  const { name, requiresLLM, trigger, writesRecord } = strategy;
  return {
    name,
    requiresLLM,
    trigger,
    ...defined({ writesRecord }),
    compress: async (context) =>
      (await runStrategy({ strategy, pinDirectives: true }, context)).result,
  };
}
