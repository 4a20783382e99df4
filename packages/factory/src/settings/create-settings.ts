import type { SettingSpec, SettingValues } from '@palimpsest/core-types';
import {
  unknownSetting,
  type ParsedSettings,
  type ParseSettingsOptions,
} from './parse-settings.ts';
import { SettingError } from './setting-error.ts';
import { SETTING_SPECS, type KnownSettings, type SettingValue } from './setting-specs.ts';
import { settingSource } from './setting-source.ts';

export interface SettingsOptions extends ParseSettingsOptions {
  /** Settings that last: a profile, a configuration file. A function is asked at every read. */
  readonly profile?: SettingValues | (() => SettingValues);
  /** Settings of this moment; they win over the profile. A function is asked at every read. */
  readonly ephemeral?: SettingValues | (() => SettingValues);
  /** What is known. Pass `() => registry.settingSpecs()` to know the settings of registered plugins. @default SETTING_SPECS */
  readonly specs?: readonly SettingSpec[] | (() => readonly SettingSpec[]);
}

/**
 * Settings as they are at the moment of reading: ephemeral, then profile, then the default (REQ-HD-001.10, REQ-CS-009).
 *
 * Every method reads live and throws `SettingError` while the profile or the ephemeral settings hold anything wrong.
 */
export interface Settings {
  /** The value that holds now. */
  get<Key extends keyof KnownSettings>(key: Key): KnownSettings[Key];
  get(key: string): SettingValue | undefined;
  /** The value somebody set, without defaults. */
  explicit<Key extends keyof KnownSettings>(key: Key): KnownSettings[Key] | undefined;
  explicit(key: string): SettingValue | undefined;
  /** Everything that holds now, defaults included. */
  values(): ParsedSettings;
  /** Everything somebody set, without defaults, in the order of the keys: the same settings are the same JSON, whichever was set first. */
  explicitValues(): ParsedSettings;
}

export function createSettings({
  profile = {},
  ephemeral = {},
  specs = SETTING_SPECS,
  ...options
}: SettingsOptions = {}): Settings {
  const profileSource = settingSource(profile, options);
  const ephemeralSource = settingSource(ephemeral, options);

  function read() {
    const known = typeof specs === 'function' ? specs() : specs;
    return { known, layers: [profileSource(known), ephemeralSource(known)] as const };
  }

  // Asked for several times before each request.
  let indexed:
    | { readonly of: readonly SettingSpec[]; readonly byKey: Map<string, SettingSpec> }
    | undefined;

  function lookUp(key: string): { value: SettingValue | undefined; spec: SettingSpec } {
    const { known, layers } = read();
    if (indexed?.of !== known) {
      indexed = { of: known, byKey: new Map(known.toReversed().map((spec) => [spec.key, spec])) };
    }
    const spec = indexed.byKey.get(key);
    if (spec === undefined) throw new SettingError([unknownSetting(key, known)]);
    const layer = layers.findLast((values) => Object.hasOwn(values, key));
    return { value: layer?.[key], spec };
  }

  function get(key: string): SettingValue | undefined {
    const { value, spec } = lookUp(key);
    return value ?? spec.default;
  }
  function given(key: string): SettingValue | undefined {
    return lookUp(key).value;
  }

  return {
    get,
    explicit: given,
    explicitValues() {
      const [inProfile, now] = read().layers;
      const entries = Object.entries({ ...inProfile, ...now });
      const inOrder = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
      return Object.freeze(Object.fromEntries(inOrder)) as ParsedSettings;
    },
    values() {
      const { known, layers } = read();
      const defaults = known.flatMap((spec) =>
        spec.default === undefined ? [] : [[spec.key, spec.default] as const],
      );
      const entries = [...defaults, ...layers.flatMap((values) => Object.entries(values))];
      return Object.freeze(Object.fromEntries(entries)) as ParsedSettings;
    },
  };
}
