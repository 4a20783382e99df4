import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  StrategyPlugin,
} from '@palimpsest/core-types';

/** A plugin whose strategy returns the result of `compress`, which can call the original strategy. */
export function answering(
  plugin: StrategyPlugin,
  compress: (
    strategy: CompressionStrategy,
    context: CompressionContext,
  ) => Promise<CompressionResult>,
): StrategyPlugin {
  return {
    ...plugin,
    create: (services) => {
      const strategy = plugin.create(services);
      return { ...strategy, compress: (context) => compress(strategy, context) };
    },
  };
}
