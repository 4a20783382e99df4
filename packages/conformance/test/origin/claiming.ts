import type { CompressionResultMetadata, StrategyPlugin } from '@palimpsest/core-types';

/** A strategy that says something else of its results. */
export function claiming(
  plugin: StrategyPlugin,
  claims: Partial<CompressionResultMetadata>,
): StrategyPlugin {
  return {
    ...plugin,
    create: (services) => {
      const strategy = plugin.create(services);
      return {
        ...strategy,
        compress: async (context) => {
          const result = await strategy.compress(context);
          if (result.kind === 'noop') return result;
          return { ...result, metadata: { ...result.metadata, ...claims } };
        },
      };
    },
  };
}
