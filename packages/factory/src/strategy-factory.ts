import type { CompressionStrategy, StrategyPlugin } from '@palimpsest/core-types';
import type { DependencyContainer } from './container.ts';
import { createFromPlugin } from './create-from-plugin.ts';
import { servicesIn, settingsIn } from './services.ts';
import { parseCompressionStrategyName } from './settings/strategy-name.ts';
import { STRATEGY_NAMES, strategyToken } from './tokens.ts';

/**
 * Creates a plugin's strategy for the resolving container, which may be a child of the registering one. Dependencies
 * resolve from that container.
 */
export function createStrategy(
  plugin: StrategyPlugin,
  container: DependencyContainer,
): CompressionStrategy {
  return createFromPlugin(plugin, container, {
    ...servicesIn(container),
    settings: settingsIn(container),
    strategy: (other) => resolveStrategy(container, other),
  });
}

/** Resolves the strategy that a container registers under a name. */
export function resolveStrategy(container: DependencyContainer, name: string): CompressionStrategy {
  parseCompressionStrategyName(name, container.resolve<readonly string[]>(STRATEGY_NAMES));
  return container.resolve<CompressionStrategy>(strategyToken(name));
}
