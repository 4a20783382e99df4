import { describeValue } from '@palimpsest/core-types';
import { OrchestratorOptionError } from '../orchestrator-option-error.ts';

/**
 * A profile, or what it leads to, cannot be used as it is: `INVALID_PROFILE`.
 *
 * @param seenInWords nothing that a profile holds is shown unless it is in here: any of it may be a key
 */
export function profileRefusal(
  profile: string,
  where: string,
  seenInWords: string,
  accepted: string,
): OrchestratorOptionError {
  const option = `profiles.${profile}${where === '' ? '' : `.${where}`}`;
  return new OrchestratorOptionError(option, undefined, accepted, {
    code: 'INVALID_PROFILE',
    receivedDescription: seenInWords,
  });
}

/** What a value is, without what it says. */
export function kindOf(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? 'a blank text' : 'a text';
  return typeof value === 'number' || typeof value === 'bigint' ? 'a number' : describeValue(value);
}

export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
