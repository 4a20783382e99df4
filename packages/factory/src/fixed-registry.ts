import { OptionError, type CompressionStrategy, type StrategyPlugin } from '@palimpsest/core-types';
import { createFromPlugin } from './create-from-plugin.ts';
import { checkPlugin, checkSettingConflicts, joinSpecs } from './plugin-check.ts';
import { SETTING_SPECS } from './settings/setting-specs.ts';
import { parseCompressionStrategyName } from './settings/strategy-name.ts';
import type { StrategyRegistry } from './strategy-registry.ts';

/** A registry that cannot change. */
export type FixedRegistry = Pick<
  StrategyRegistry,
  'plugins' | 'resolve' | 'services' | 'settingSpecs'
>;

/**
 * Returns a registry of a fixed list of strategies, without a container. Creates each strategy on first use.
 *
 * @throws {RegistrationError} when a plugin is invalid, or its settings conflict; {OptionError} when two have the same name
 */
export function createFixedRegistry(plugins: readonly StrategyPlugin[]): FixedRegistry {
  const created = new Map<string, CompressionStrategy>();
  const names: string[] = [];
  for (const plugin of plugins) {
    checkPlugin(plugin);
    if (names.includes(plugin.name)) {
      throw new OptionError('strategies', plugin.name, 'strategies with different names');
    }
    checkSettingConflicts(plugin, plugins.slice(0, names.length));
    names.push(plugin.name);
  }
  const specs = joinSpecs(
    SETTING_SPECS,
    plugins.flatMap(({ settings = [] }) => settings),
  );
  const resolve = (given: string): CompressionStrategy => {
    const name = parseCompressionStrategyName(given, names);
    const plugin = plugins.find((one) => one.name === name)!;
    // Settings come with each call.
    const services = { settings: () => ({}), strategy: resolve };
    const strategy = created.get(name) ?? createFromPlugin(plugin, created, services);
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
