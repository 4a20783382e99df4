import type { IContent, SettingSpec, SettingValues, StrategyPlugin } from '@palimpsest/core-types';
import fc from 'fast-check';
import { estimators, modelResponses, type TestCase } from './context.ts';
import { usually } from './chance.ts';
import { historyArbitrary } from './history-arbitrary.ts';

const estimatorNames = Object.keys(estimators);
const responseNames = Object.keys(modelResponses);

/** Generates situations that hosts have, including the limits of what they may set. */
export function situationArbitrary(
  { settings, requiresLLM }: Pick<StrategyPlugin, 'settings' | 'requiresLLM'>,
  histories: fc.Arbitrary<IContent[]> = historyArbitrary(),
): fc.Arbitrary<TestCase> {
  const share = fc.constantFrom(0, 0.15, 0.3, 0.5, 0.7, 0.95, 2);
  const window = fc.record({
    windowShare: fc.constantFrom(0.01, 0.5, 1, 4),
    compressionThreshold: fc.constantFrom(0.01, 0.85, 1),
    compressHeadroom: fc.constantFrom(0.01, 0.6, 1),
  });
  return fc.record({
    history: histories,
    target: fc.oneof({ weight: 5, arbitrary: fc.record({ share }) }, window),
    preserveThreshold: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(0, 0.1, 0.2, 0.3, 0.5, 1) },
      fc.constant(undefined),
    ),
    canRecall: fc.boolean(),
    estimator: usually(3, estimatorNames[0]!, estimatorNames),
    settings: settingsArbitrary(settings),
    answer: fc.constantFrom(...(requiresLLM ? responseNames : responseNames.slice(0, 1))),
  });
}

/** Generates setting values, mostly at the limits of what is valid. Many settings stay unset. */
export function settingsArbitrary(specs: readonly SettingSpec[] = []): fc.Arbitrary<SettingValues> {
  const values = specs.map((spec) => [spec.key, fc.constantFrom(...valuesOf(spec))] as const);
  return fc
    .record(Object.fromEntries(values), { requiredKeys: [] })
    .map((all) =>
      Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
    );
}

/** Substitute for a missing bound of a setting, far beyond any history. */
const MUCH = 1_000;

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
  return [usual, least, exclusiveMaximum ? maximum - step : maximum];
}
