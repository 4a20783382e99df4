import type { CompressionStrategy, CompressionStrategyName } from '@palimpsest/core-types';
import type { StrategyRegistry } from './strategy-registry.ts';
import { SettingError } from './settings/setting-error.ts';
import type { Settings } from './settings/create-settings.ts';
import { parseCompressionStrategyName } from './settings/strategy-name.ts';

interface SelectorOptions {
  /** Strategy used while `compression.strategy` is not set. Without it, the setting is required. */
  readonly defaultStrategy?: CompressionStrategyName;
}

/** Selects the current strategy. `name` and `current` read `compression.strategy` live. */
interface StrategySelector {
  /**
   * @throws {SettingError} when no name is set, or it is blank
   * @throws {UnknownStrategyError} when no strategy has that name
   */
  name(): CompressionStrategyName;
  /**
   * Returns the strategy, which reads its settings live from those of the selector. Its `compress` neither keeps directives nor checks the
   * result: `runStrategy` of `@palimpsest/engine/run` does.
   *
   * @throws the errors of `name` and of `StrategyRegistry.resolve`
   */
  current(): CompressionStrategy;
  /** Disposes of the strategies that the selector created. */
  dispose(): void;
}

/** Creates a selector with a child registry, so that its strategies get `settings`, and those of other selectors do not. */
export function createStrategySelector(
  registry: Pick<StrategyRegistry, 'createChild'>,
  settings: Settings,
  { defaultStrategy }: SelectorOptions = {},
): StrategySelector {
  const own = registry.createChild({ settings: () => settings.values() });

  function name(): CompressionStrategyName {
    const registered = own.names();
    const chosen = settings.get('compression.strategy') ?? defaultStrategy;
    if (chosen !== undefined) return parseCompressionStrategyName(chosen, registered);
    const accepted = `the name of a registered strategy (${registered.join(', ') || 'none yet'})`;
    throw new SettingError([{ key: 'compression.strategy', accepted }]);
  }

  return { name, current: () => own.resolve(name()), dispose: () => own.dispose() };
}
