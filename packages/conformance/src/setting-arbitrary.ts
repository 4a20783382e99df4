import type { SettingSpec, SettingValues } from '@palimpsest/core-types';
import fc from 'fast-check';

/** Substitute for a missing bound of a setting, far beyond any history. */
const MUCH = 1_000;

/** Generates setting values, mostly at the limits of what is valid. Many settings stay unset. */
export function settingsArbitrary(specs: readonly SettingSpec[] = []): fc.Arbitrary<SettingValues> {
  const values = Object.fromEntries(
    specs.map((spec) => [
      spec.key,
      fc.option(fc.constantFrom(...valuesOf(spec)), { nil: undefined, freq: 2 }),
    ]),
  );
  return fc
    .record(values)
    .map((all) =>
      Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
    );
}

/** Returns the values to try; only the default for a setting with free text. */
function valuesOf({
  type,
  default: usual,
  minimum = type === 'integer' ? 0 : -MUCH,
  maximum = minimum + MUCH,
  exclusiveMinimum = false,
  exclusiveMaximum = false,
  values = [],
}: SettingSpec): readonly (boolean | number | string | undefined)[] {
  if (type === 'boolean') return [true, false];
  if (type === 'enum') return values;
  if (type === 'string') return [usual];
  const step = type === 'integer' ? 1 : (maximum - minimum) / 1_000;
  const least = exclusiveMinimum ? minimum + step : minimum;
  const most = exclusiveMaximum ? maximum - step : maximum;
  return [usual, least, most];
}
