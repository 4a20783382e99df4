import type { SettingSpec, SettingValue, SettingValues } from '@palimpsest/core-types';
import {
  parseSettings,
  unknownSetting,
  type ParsedSettings,
  type ParseSettingsOptions,
} from './parse-settings.ts';
import { SettingError } from './setting-error.ts';
import { SETTING_SPECS, type KnownSettings } from './setting-specs.ts';

interface SettingsOptions extends ParseSettingsOptions {
  /** Lasting settings, for example a profile or a configuration file. A function is called on every read. */
  readonly profile?: SettingValues | (() => SettingValues);
  /** Settings that override the profile, for example those of a session. A function is called on every read. */
  readonly overrides?: SettingValues | (() => SettingValues);
  /** Known settings. Pass `() => registry.settingSpecs()` to include those of registered plugins. @default SETTING_SPECS */
  readonly specs?: readonly SettingSpec[] | (() => readonly SettingSpec[]);
}

/**
 * Current settings: an override, else the profile's value, else the default.
 *
 * Every method reads live, and throws `SettingError` while the profile or the overrides contain an invalid value.
 */
export interface Settings {
  /** Returns the current value. */
  get<Key extends keyof KnownSettings>(key: Key): KnownSettings[Key];
  get(key: string): SettingValue | undefined;
  /** Returns the explicit value, without defaults. */
  explicit<Key extends keyof KnownSettings>(key: Key): KnownSettings[Key] | undefined;
  explicit(key: string): SettingValue | undefined;
  /** Returns all current values, defaults included. */
  values(): ParsedSettings;
  /** Returns all explicit values, without defaults, sorted by key: equal settings give equal JSON, in whatever order they were set. */
  explicitValues(): ParsedSettings;
}

export function createSettings({
  profile = {},
  overrides = {},
  specs = SETTING_SPECS,
  ...options
}: SettingsOptions = {}): Settings {
  function read() {
    const allSpecs = typeof specs === 'function' ? specs() : specs;
    const layers = [profile, overrides].map((source) =>
      parseSettings(typeof source === 'function' ? source() : source, allSpecs, options),
    );
    return { allSpecs, layers };
  }

  function lookUp(key: string): { value: SettingValue | undefined; spec: SettingSpec } {
    const { allSpecs, layers } = read();
    const spec = allSpecs.find((one) => one.key === key);
    if (spec === undefined) throw new SettingError([unknownSetting(key, allSpecs)]);
    const layer = layers.findLast((values) => Object.hasOwn(values, key));
    return { value: layer?.[key], spec };
  }

  return {
    get(key: string) {
      const { value, spec } = lookUp(key);
      return value ?? spec.default;
    },
    explicit: (key: string) => lookUp(key).value,
    explicitValues() {
      const values = Object.entries(Object.assign({}, ...read().layers));
      const sorted = values.toSorted(([one], [other]) => (one < other ? -1 : 1));
      return Object.freeze(Object.fromEntries(sorted)) as ParsedSettings;
    },
    values() {
      const { allSpecs, layers } = read();
      const defaults = allSpecs.flatMap((spec) =>
        spec.default === undefined ? [] : [[spec.key, spec.default] as const],
      );
      const entries = [...defaults, ...layers.flatMap((values) => Object.entries(values))];
      return Object.freeze(Object.fromEntries(entries)) as ParsedSettings;
    },
  };
}
