import type { SettingSpec, SettingValues } from '@palimpsest/core-types';
import fc from 'fast-check';

/** Far beyond any history, where a setting has no upper bound. */
const MUCH = 1_000;

/** Values of settings as somebody may set them, at the limits of what is accepted more often than not; most are left alone. */
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

/** Values worth trying; the default alone where a text may be anything. */
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
