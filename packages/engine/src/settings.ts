import {
  acceptsSetting,
  describeSetting,
  OptionError,
  type SettingSpec,
  type SettingValues,
} from '@palimpsest/core-types';

/** Types of settings by full key, derived from their specs. Those without a default may be `undefined`. */
export type SettingsOf<Specs extends readonly SettingSpec[]> = {
  readonly [Spec in Specs[number] as Spec['key']]:
    | ValueOf<Spec>
    | (Spec extends { readonly default: unknown } ? never : undefined);
};

type ValueOf<Spec extends SettingSpec> = Spec extends { readonly type: 'boolean' }
  ? boolean
  : Spec extends { readonly type: 'number' | 'integer' }
    ? number
    : Spec extends { readonly type: 'enum'; readonly values: readonly (infer Value)[] }
      ? Value
      : string;

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
