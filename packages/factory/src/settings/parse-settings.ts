import type { SettingSpec, SettingValues } from '@palimpsest/core-types';
import { nearest } from './nearest.ts';
import { SettingError, type SettingProblem } from './setting-error.ts';
import { accepts, describeAccepted } from './setting-schema.ts';
import { SETTING_SPECS, type KnownSettings, type SettingValue } from './setting-specs.ts';

/** Settings that were checked: full key to value, only what was given, frozen. */
export type ParsedSettings = Readonly<Partial<KnownSettings>> &
  Readonly<Record<string, SettingValue | undefined>>;

export interface ParseSettingsOptions {
  /**
   * What becomes of keys no spec knows. `ignore` is for hosts that keep settings of other parts of a program in the same object.
   * @default 'refuse'
   */
  readonly unknownKeys?: 'refuse' | 'ignore';
}

/**
 * Checks all settings at once. Nothing is coerced and no default is filled in; a value of `undefined` counts as not given.
 *
 * @throws {SettingError} naming every key that is wrong, what was seen, and what is accepted
 */
export function parseSettings(
  values: SettingValues,
  specs: readonly SettingSpec[] = SETTING_SPECS,
  { unknownKeys = 'refuse' }: ParseSettingsOptions = {},
): ParsedSettings {
  if (!isObject(values))
    throw new SettingError([
      { key: 'settings', value: values, accepted: 'an object of keys and values' },
    ]);
  const byKey = new Map(specs.map((spec) => [spec.key, spec]));
  const accepted: [string, SettingValue][] = [];
  const problems: SettingProblem[] = [];
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const spec = byKey.get(key);
    if (spec === undefined) {
      if (unknownKeys === 'refuse') problems.push(unknownSetting(key, specs));
    } else if (accepts(spec, value)) {
      accepted.push([key, value]);
    } else {
      problems.push({ key, value, accepted: describeAccepted(spec) });
    }
  }
  if (problems.length > 0) throw new SettingError(problems);
  return Object.freeze(Object.fromEntries(accepted)) as ParsedSettings;
}

/** Settings from a file or a host may be anything at all, whatever their type says. */
export function isObject(values: unknown): boolean {
  return typeof values === 'object' && values !== null && !Array.isArray(values);
}

/** The problem of a key no spec knows, with the key it was probably meant to be. */
export function unknownSetting(key: string, specs: readonly SettingSpec[]): SettingProblem {
  const suggestion = nearest(
    key,
    specs.map((spec) => spec.key),
  );
  return suggestion === undefined ? { key } : { key, suggestion };
}
