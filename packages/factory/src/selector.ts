import type { CompressionStrategy, CompressionStrategyName } from '@palimpsest/core-types';
import type { StrategyRegistry } from './strategy-registry.ts';
import { SettingError } from './settings/setting-error.ts';
import type { Settings } from './settings/create-settings.ts';
import { parseCompressionStrategyName } from './settings/strategy-name.ts';

export interface SelectorOptions {
  /** The strategy while `compression.strategy` is not set. Without it, somebody has to set one. */
  readonly defaultStrategy?: CompressionStrategyName;
}

/** The strategy that holds now. Both methods read `compression.strategy` live. */
export interface StrategySelector {
  /**
   * @throws {SettingError} when no name is set, or a blank one (REQ-CS-009)
   * @throws {UnknownStrategyError} when nobody registered that name (REQ-CS-001)
   */
  name(): CompressionStrategyName;
  /** @throws like `name`, and like `StrategyRegistry.resolve` */
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
