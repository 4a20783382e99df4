import {
  acceptsSetting,
  describeSetting,
  isRecord,
  type SettingSpec,
  type SettingValue,
  type SettingValues,
} from '@palimpsest/core-types';
import { findNearestName } from './find-nearest-name.ts';
import { SettingError, type SettingProblem } from './setting-error.ts';
import { SETTING_SPECS, type KnownSettings } from './setting-specs.ts';

/** Checked settings, from full key to value: only explicit ones, frozen. */
export type ParsedSettings = Readonly<Partial<KnownSettings>> &
  Readonly<Record<string, SettingValue | undefined>>;

export interface ParseSettingsOptions {
  /** How to treat unknown keys. `ignore` is for hosts that keep other settings in the same object. @default 'refuse' */
  readonly unknownKeys?: 'refuse' | 'ignore';
}

/**
 * Checks all settings. Coerces nothing and fills in no default; `undefined` counts as not set.
 *
 * @throws {SettingError} naming every invalid key, what was expected, and what was received
 */
export function parseSettings(
  values: SettingValues,
  specs: readonly SettingSpec[] = SETTING_SPECS,
  { unknownKeys = 'refuse' }: ParseSettingsOptions = {},
): ParsedSettings {
  if (!isRecord(values))
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
    } else if (acceptsSetting(spec, value)) {
      accepted.push([key, value]);
    } else {
      problems.push({ key, value, accepted: describeSetting(spec) });
    }
  }
  if (problems.length > 0) throw new SettingError(problems);
  return Object.freeze(Object.fromEntries(accepted)) as ParsedSettings;
}

/** Returns the problem of an unknown key, with the most similar known key. */
export function unknownSetting(key: string, specs: readonly SettingSpec[]): SettingProblem {
  const suggestion = findNearestName(
    key,
    specs.map((spec) => spec.key),
  );
  return suggestion === undefined ? { key } : { key, suggestion };
}

/**
 * Parses one setting from text, as in `--set key=value`: `true`, `0.5`, `12`.
 *
 * @throws {SettingError} with the messages of `parseSettings`
 */
export function parseSettingText(
  key: string,
  text: string,
  specs: readonly SettingSpec[] = SETTING_SPECS,
): SettingValue {
  const spec = specs.find((candidate) => candidate.key === key);
  if (spec === undefined) throw new SettingError([unknownSetting(key, specs)]);
  const value = coerce(text, spec.type);
  parseSettings({ [key]: value }, [spec]);
  return value;
}

/** Converts a text to the setting's type. Returns the text itself if that fails, so that the error can show it. */
function coerce(text: string, type: SettingSpec['type']): SettingValue {
  const trimmed = text.trim();
  if (type === 'string' || trimmed === '') return text;
  if (type === 'enum') return trimmed;
  if (type === 'boolean') return ['true', 'false'].includes(trimmed) ? trimmed === 'true' : text;
  const value = Number(trimmed);
  return Number.isNaN(value) ? text : value;
}
