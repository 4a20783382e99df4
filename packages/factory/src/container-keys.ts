import type { Services } from '@palimpsest/core-types';

// In this file, a token is the key under which a dependency injection container resolves a value. Tokens use `Symbol.for`, so that two installed
// copies of this package agree.

/**
 * Resolves to the sorted names of the strategies that are registered in a container and its parents:
 * `container.resolve<readonly string[]>(STRATEGY_NAMES)`.
 */
export const STRATEGY_NAMES: unique symbol = Symbol.for('@palimpsest/factory:names');

/** Returns the token of the strategy called `name`, for hosts that resolve from their own container. */
export function strategyToken(name: string): symbol {
  return Symbol.for(`@palimpsest/factory:strategy:${name}`);
}

/** Names of the services that a container can provide to strategies. */
export type ServiceName = keyof Services | 'settings';

/** Returns the token of a service. A value that a host registers under it replaces the service; without one, it resolves to the default. */
export function serviceToken(name: ServiceName): symbol {
  return Symbol.for(`@palimpsest/factory:service:${name}`);
}
