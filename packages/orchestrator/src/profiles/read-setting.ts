import { describeValue } from '@palimpsest/core-types';
import { kindOf, profileRefusal } from './profile-refusal.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A text without the white space around it; one that is blank counts as none, as files keep what was unset. */
export function readText(profile: string, settings: Fields, name: string): string | undefined {
  const value = settings[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  throw profileRefusal(profile, `ephemeralSettings.${name}`, kindOf(value), 'a text');
}

export function readWhole(
  profile: string,
  settings: Fields,
  name: string,
  most: number = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const value = settings[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= most) {
    return value;
  }
  const accepted = `a whole number from 1${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : ''}`;
  throw profileRefusal(profile, `ephemeralSettings.${name}`, describeValue(value), accepted);
}
