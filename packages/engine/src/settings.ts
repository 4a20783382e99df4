import {
  acceptsSetting,
  describeSetting,
  OptionError,
  type SettingSpec,
  type SettingsOf,
  type SettingValues,
} from '@palimpsest/core-types';

/**
 * Returns the values of the settings in `specs`, with defaults.
 *
 * @throws {OptionError} when a value is invalid
 */
export function readSettings<Specs extends readonly SettingSpec[]>(
  specs: Specs,
  values: SettingValues,
): SettingsOf<Specs> {
  const read = specs.map((spec) => {
    const { [spec.key]: value = spec.default } = values;
    if (value !== undefined && !acceptsSetting(spec, value)) {
      throw new OptionError(spec.key, value, describeSetting(spec));
    }
    return [spec.key, value] as const;
  });
  return Object.fromEntries(read) as SettingsOf<Specs>;
}
