import type { CompressionStrategy, CompressionStrategyName } from '@palimpsest/core-types';
import type { StrategyRegistry } from './strategy-registry.ts';
import { SettingError } from './settings/setting-error.ts';
import type { Settings } from './settings/create-settings.ts';
import { parseCompressionStrategyName } from './settings/strategy-name.ts';

interface SelectorOptions {
  /** Strategy used while `compression.strategy` is not set. Without it, the setting is required. */
  readonly defaultStrategy?: CompressionStrategyName;
}

/** Selects the current strategy. Both methods read `compression.strategy` live. */
interface StrategySelector {
  /**
   * @throws {SettingError} when no name is set, or it is blank (REQ-CS-009)
   * @throws {UnknownStrategyError} when no strategy has that name (REQ-CS-001)
   */
  name(): CompressionStrategyName;
  /** @throws the errors of `name` and of `StrategyRegistry.resolve` */
  current(): CompressionStrategy;
}

export function createStrategySelector(
  registry: Pick<StrategyRegistry, 'names' | 'resolve'>,
  settings: Settings,
  { defaultStrategy }: SelectorOptions = {},
): StrategySelector {
  function name(): CompressionStrategyName {
    const registered = registry.names();
    const chosen = settings.get('compression.strategy') ?? defaultStrategy;
    if (chosen !== undefined) return parseCompressionStrategyName(chosen, registered);
    const accepted = `the name of a registered strategy (${registered.join(', ') || 'none yet'})`;
    throw new SettingError([{ key: 'compression.strategy', accepted }]);
  }

  return { name, current: () => registry.resolve(name()) };
}
