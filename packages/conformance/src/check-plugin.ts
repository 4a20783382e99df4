import { OptionError, type CompressionStrategy, type StrategyPlugin } from '@palimpsest/core-types';

const PLUGIN =
  'a strategy plugin: an object with a name, a function create, and settings as an array or none';

/** @throws {OptionError} if a value is no plugin that can be tried; what a plugin declares wrongly is a broken law */
export function checkPlugin(plugin: unknown): asserts plugin is StrategyPlugin {
  const { name, create, settings = [] } = (plugin ?? {}) as Partial<Record<string, unknown>>;
  const isPlugin =
    typeof name === 'string' && typeof create === 'function' && Array.isArray(settings);
  if (!isPlugin) throw new OptionError('plugin', plugin, PLUGIN);
}

/** @throws {OptionError} if `create` of a plugin returned no strategy */
export function checkCreated(strategy: unknown): asserts strategy is CompressionStrategy {
  const { compress } = (strategy ?? {}) as Partial<Record<string, unknown>>;
  if (typeof compress === 'function') return;
  throw new OptionError('plugin.create()', strategy, 'a strategy: an object with compress');
}
