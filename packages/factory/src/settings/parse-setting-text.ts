import type { SettingSpec, SettingValue } from '@palimpsest/core-types';
import { parseSettings, unknownSetting } from './parse-settings.ts';
import { SettingError } from './setting-error.ts';
import { SETTING_SPECS } from './setting-specs.ts';

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
  if (type === 'boolean') return BOOLEANS.get(trimmed) ?? text;
  const value = Number(trimmed);
  return Number.isNaN(value) ? text : value;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);
