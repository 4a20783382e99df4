export { checkServices } from './check-services.ts';
export { createFixedRegistry, type FixedRegistry } from './fixed-registry.ts';
export { createRegistry } from './create-registry.ts';
export { RegistrationError, type RegistrationErrorCode } from './registration-error.ts';
export { createStrategySelector, type StrategySelector } from './selector.ts';
export {
  createSettings,
  parseCompressionStrategyName,
  parseSettings,
  parseSettingText,
  resolveCompressionThreshold,
  resolveOptimizeThreshold,
  SETTING_SPECS,
  SettingError,
  toDensityConfig,
  toEphemeralAccessors,
  type KnownSettings,
  type ParsedSettings,
  type SettingProblem,
  type Settings,
} from './settings.ts';
export type { RegistryOptions, StrategyInfo, StrategyRegistry } from './strategy-registry.ts';
export { serviceToken, STRATEGY_NAMES, strategyToken, type ServiceName } from './tokens.ts';
