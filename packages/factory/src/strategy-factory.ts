import {
  CompressionStrategyError,
  PalimpsestError,
  type CompressionStrategy,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import type { DependencyContainer } from './container.ts';
import { servicesIn, settingsIn } from './services.ts';
import { parseCompressionStrategyName } from './settings/strategy-name.ts';
import { STRATEGY_NAMES, strategyToken } from './tokens.ts';

/** Creations in progress, innermost last. Creation is synchronous, so one list serves all containers. */
const underway: { readonly container: DependencyContainer; readonly name: string }[] = [];

const SELF_EXPLANATORY: ReadonlySet<string> = new Set([
  'STRATEGY_CREATE_FAILED',
  'STRATEGY_CYCLE',
  'STRATEGY_NAME_MISMATCH',
]);

/**
 * Creates a plugin's strategy for the resolving container, which may be a child of the registering one. Dependencies
 * resolve from that container.
 */
export function createStrategy(
  plugin: StrategyPlugin,
  container: DependencyContainer,
): CompressionStrategy {
  const { name } = plugin;
  refuseCycle(name, container);
  underway.push({ container, name });
  try {
    const strategy: unknown = plugin.create({
      ...servicesIn(container),
      settings: settingsIn(container),
      strategy: (other) => resolveStrategy(container, other),
    });
    if (!isStrategy(strategy)) throw new TypeError('create() returned no strategy');
    if (strategy.name !== name) throw nameMismatch(name, strategy.name);
    return strategy;
  } catch (error) {
    if (PalimpsestError.isInstance(error) && SELF_EXPLANATORY.has(error.code)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CompressionStrategyError(
      `Strategy "${name}" could not be created: ${reason}`,
      'STRATEGY_CREATE_FAILED',
      { strategy: name, cause: error },
    );
  } finally {
    underway.pop();
  }
}

/** Rejects cycles. The same name may occur twice in different containers: a child's strategy may wrap its parent's. */
function refuseCycle(name: string, container: DependencyContainer): void {
  const start = underway.findIndex(
    (creation) => creation.name === name && creation.container === container,
  );
  if (start < 0) return;
  const chain = [...underway.slice(start).map((creation) => creation.name), name].join(' → ');
  throw new CompressionStrategyError(
    `Strategies need each other to be created: ${chain}. Ask for the other strategy in compress() instead of create().`,
    'STRATEGY_CYCLE',
    { strategy: name },
  );
}

/** Returns the error for a strategy whose name differs from its plugin's. Listings and checks use the registered name. */
function nameMismatch(name: string, seen: unknown): CompressionStrategyError {
  return new CompressionStrategyError(
    `Strategy plugin "${name}" created a strategy named ${JSON.stringify(seen)}. Name both the same.`,
    'STRATEGY_NAME_MISMATCH',
    { strategy: name },
  );
}

/** Resolves the strategy that a container registers under a name. */
export function resolveStrategy(container: DependencyContainer, name: string): CompressionStrategy {
  parseCompressionStrategyName(name, container.resolve<readonly string[]>(STRATEGY_NAMES));
  return container.resolve<CompressionStrategy>(strategyToken(name));
}

function isStrategy(value: unknown): value is CompressionStrategy {
  return (
    typeof value === 'object' &&
    value !== null &&
    'compress' in value &&
    typeof value.compress === 'function'
  );
}
