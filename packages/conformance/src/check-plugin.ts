import { OptionError, type CompressionStrategy, type StrategyPlugin } from '@palimpsest/core-types';

const PLUGIN =
  'a strategy plugin: an object with a name, a function create, and settings as an array or none';

/**
 * Checks that a value can be tried as a plugin. Wrong declarations in a plugin are reported as broken laws.
 *
 * @throws {OptionError} when the value is not a plugin
 */
export function checkPlugin(plugin: unknown): asserts plugin is StrategyPlugin {
  const { name, create, settings = [] } = (plugin ?? {}) as Partial<Record<string, unknown>>;
  const isPlugin =
    typeof name === 'string' && typeof create === 'function' && Array.isArray(settings);
  if (!isPlugin) throw new OptionError('plugin', plugin, PLUGIN);
}

/**
 * Checks what `create` of a plugin returned.
 *
 * @throws {OptionError} when it is not a strategy
 */
export function checkCreated(strategy: unknown): asserts strategy is CompressionStrategy {
  const { compress } = (strategy ?? {}) as Partial<Record<string, unknown>>;
  if (typeof compress === 'function') return;
  throw new OptionError('plugin.create()', strategy, 'a strategy: an object with compress');
}
