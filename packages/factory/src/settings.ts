export { checkServices } from './check-services.ts';
export { createSettings, type Settings } from './settings/create-settings.ts';
export {
  resolveCompressionThreshold,
  resolveOptimizeThreshold,
  toDensityConfig,
  toEphemeralAccessors,
} from './settings/for-strategies.ts';
export { parseSettings, parseSettingText } from './settings/parse-settings.ts';
export { SettingError } from './settings/setting-error.ts';
export { SETTING_SPECS, type KnownSettings } from './settings/setting-specs.ts';
export { parseCompressionStrategyName } from './settings/strategy-name.ts';
