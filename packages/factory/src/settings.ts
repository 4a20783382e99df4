export { createFixedRegistry, type FixedRegistry } from './fixed-registry.ts';
export { checkServices } from './check-services.ts';
export { createSettings, type Settings, type SettingsOptions } from './settings/create-settings.ts';
export { toDensityConfig } from './settings/density-config.ts';
export { toEphemeralAccessors } from './settings/ephemeral-accessors.ts';
export {
  parseSettings,
  type ParsedSettings,
  type ParseSettingsOptions,
} from './settings/parse-settings.ts';
export { parseSettingText } from './settings/parse-setting-text.ts';
export { SettingError, type SettingProblem } from './settings/setting-error.ts';
export { SETTING_SPECS, type KnownSettings } from './settings/setting-specs.ts';
export { parseCompressionStrategyName } from './settings/strategy-name.ts';
export { resolveCompressionThreshold, resolveOptimizeThreshold } from './settings/thresholds.ts';
