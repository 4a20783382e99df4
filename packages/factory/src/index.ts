export { checkServices } from './check-services.ts';
export { createRegistry } from './create-registry.ts';
export { RegistrationError } from './plugin-check.ts';
export type { RegistryOptions, StrategyRegistry } from './strategy-registry.ts';
export { createStrategySelector } from './strategy-selector.ts';
export { serviceToken, STRATEGY_NAMES, strategyToken } from './container-keys.ts';
