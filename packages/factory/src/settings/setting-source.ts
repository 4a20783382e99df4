import type { SettingSpec, SettingValues } from '@palimpsest/core-types';
import {
  isObject,
  parseSettings,
  type ParsedSettings,
  type ParseSettingsOptions,
} from './parse-settings.ts';
import { SettingError, type SettingProblem } from './setting-error.ts';

type Outcome =
  | { readonly parsed: ParsedSettings }
  | { readonly problems: readonly SettingProblem[] };

/**
 * Creates a reader for one layer of settings. Caches its parsed values or its problems until the values or specs change. Compares values
 * shallowly, because some hosts pass a new object on each read and others mutate one.
 */
export function createSettingSource(
  source: SettingValues | (() => SettingValues),
  options: ParseSettingsOptions,
): (specs: readonly SettingSpec[]) => ParsedSettings {
  let seen: SettingValues = {};
  let seenSpecs: readonly SettingSpec[] | undefined;
  let outcome: Outcome = { problems: [] };

  return (specs) => {
    const values = typeof source === 'function' ? source() : source;
    if (!isObject(values)) return parseSettings(values);
    if (specs !== seenSpecs || !isSame(values, seen)) {
      outcome = tryParse(values, specs, options);
      seen = { ...values };
      seenSpecs = specs;
    }
    if ('problems' in outcome) throw new SettingError(outcome.problems);
    return outcome.parsed;
  };
}

function tryParse(
  values: SettingValues,
  specs: readonly SettingSpec[],
  options: ParseSettingsOptions,
): Outcome {
  try {
    return { parsed: parseSettings(values, specs, options) };
  } catch (error) {
    if (error instanceof SettingError) return { problems: error.problems };
    throw error;
  }
}

function isSame(left: SettingValues, right: SettingValues): boolean {
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && Object.is(left[key], right[key]))
  );
}
