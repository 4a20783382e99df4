import type { SettingSpec, SettingValues } from '@palimpsest/core-types';
import fc from 'fast-check';

/** Draws settings: most are absent, the others at their limits. */
export function settingsAtLimits(specs: readonly SettingSpec[]): fc.Arbitrary<SettingValues> {
  const choices = specs.flatMap((spec) =>
    valuesOf(spec).map((value) => [spec.key, value] as const),
  );
  return fc
    .array(fc.constantFrom(...choices), { maxLength: 5 })
    .map((chosen) => Object.fromEntries(chosen));
}

/** Maximum of settings that have none. */
const MUCH = 1_000_000;

function valuesOf(spec: SettingSpec): readonly (boolean | number | string)[] {
  const { type, values = [], exclusiveMinimum = false, exclusiveMaximum = false } = spec;
  if (type === 'boolean') return [true, false];
  if (type === 'enum') return values;
  if (type === 'string') return spec.default === undefined ? [] : [spec.default];
  const { minimum = 0, maximum = MUCH } = spec;
  const step = type === 'integer' ? 1 : Number.EPSILON;
  const least = exclusiveMinimum ? minimum + step : minimum;
  const most = exclusiveMaximum ? maximum - step : maximum;
  return [least, type === 'integer' ? least + 1 : (least + most) / 2, most];
}
