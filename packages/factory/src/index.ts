export { createRegistry } from './create-registry.ts';
export { toDensityConfig } from './density-config.ts';
export { toEphemeralAccessors } from './ephemeral-accessors.ts';
export { parseSettings, type ParsedSettings, type ParseSettingsOptions } from './parse-settings.ts';
export { parseSettingText } from './parse-setting-text.ts';
export { RegistrationError, type RegistrationErrorCode } from './registration-error.ts';
export { createSelector, type SelectorOptions, type StrategySelector } from './selector.ts';
export { SettingError, type SettingProblem } from './setting-error.ts';
export { SETTING_SPECS, type KnownSettings, type SettingValue } from './setting-specs.ts';
export { createSettings, type Settings, type SettingsOptions } from './settings.ts';
export { parseCompressionStrategyName } from './strategy-name.ts';
export type {
  ChildOptions,
  RegistryOptions,
  RegistryServices,
  StrategyListing,
  StrategyRegistry,
} from './strategy-registry.ts';
export { resolveCompressionThreshold, resolveOptimizeThreshold } from './thresholds.ts';
export { serviceToken, STRATEGY_NAMES, strategyToken, type ServiceName } from './tokens.ts';
