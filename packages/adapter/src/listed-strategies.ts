import type { CompressionStrategy, StrategyPlugin } from '@palimpsest/core-types';
import { parseCompressionStrategyName, SETTING_SPECS } from '@palimpsest/factory/settings';
import type { StrategyRegistry } from '@palimpsest/factory';

/** What an adapter needs of a registry. */
export type Strategies = Pick<
  StrategyRegistry,
  'plugins' | 'resolve' | 'services' | 'settingSpecs'
>;

/** Returns a list of strategies as a registry, without a container. Each strategy is created on first use. */
export function listedStrategies(plugins: readonly StrategyPlugin[]): Strategies {
  const created = new Map<string, CompressionStrategy>();
  const names = plugins.map(({ name }) => name);
  const specs = [...SETTING_SPECS, ...plugins.flatMap(({ settings = [] }) => settings)];
  const resolve = (given: string): CompressionStrategy => {
    const name = parseCompressionStrategyName(given, names);
    const plugin = plugins.find((one) => one.name === name)!;
    const strategy =
      created.get(name) ?? plugin.create({ settings: () => ({}), strategy: resolve });
    created.set(name, strategy);
    return strategy;
  };
  return {
    resolve,
    plugins: () => [...plugins],
    services: () => ({}),
    settingSpecs: () => specs,
  };
}
