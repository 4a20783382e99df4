import {
  UnknownStrategyError,
  type CompressionStrategy,
  type StrategyPlugin,
  type StrategyServices,
} from '@palimpsest/core-types';

/** Creates a strategy without a registry, for a host with one strategy and for tests. */
export function createStrategy<Strategy extends CompressionStrategy>(
  plugin: StrategyPlugin<Strategy>,
  services: Partial<StrategyServices> = {},
): Strategy {
  return plugin.create({
    settings: () => ({}),
    strategy: (name) => {
      throw new UnknownStrategyError(name, []);
    },
    ...services,
  });
}
