/**
 * Injection tokens. `Symbol.for`, so that two installed copies of this package mean the same thing, and no decorators, so that every
 * compiler and Node itself can run the code.
 */

/** Resolves to the names a container sees, sorted: `container.resolve<readonly string[]>(STRATEGY_NAMES)`. */
export const STRATEGY_NAMES: unique symbol = Symbol.for('@palimpsest/factory:names');

/** Token of the strategy called `name`, for hosts that resolve from a container of their own. */
export function strategyToken(name: string): symbol {
  return Symbol.for(`@palimpsest/factory:strategy:${name}`);
}

/** What strategies are created with, as far as a container can provide it. */
export type ServiceName = 'settings' | 'toolTaxonomy' | 'logger';

/** Token of a service. Register a value under it in a container passed to `createRegistry`, and strategies created there get it. */
export function serviceToken(name: ServiceName): symbol {
  return Symbol.for(`@palimpsest/factory:service:${name}`);
}
