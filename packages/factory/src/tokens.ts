import type { Services } from '@palimpsest/core-types';

/**
 * Injection tokens for hosts with a tsyringe container. They use `Symbol.for`, so that two installed copies of this package agree, and no decorators, so that every compiler
 * and Node itself can run the code.
 */

/** Resolves to the names that a container sees, sorted: `container.resolve<readonly string[]>(STRATEGY_NAMES)`. */
export const STRATEGY_NAMES: unique symbol = Symbol.for('@palimpsest/factory:names');

/** Returns the token of the strategy called `name`, for hosts that resolve from their own container. */
export function strategyToken(name: string): symbol {
  return Symbol.for(`@palimpsest/factory:strategy:${name}`);
}

/** Names of the services that a container can provide to strategies. */
export type ServiceName = keyof Services | 'settings';

/**
 * Returns the token of a service. Register a value under it in the container passed to `createRegistry`; strategies created there receive it.
 */
export function serviceToken(name: ServiceName): symbol {
  return Symbol.for(`@palimpsest/factory:service:${name}`);
}
