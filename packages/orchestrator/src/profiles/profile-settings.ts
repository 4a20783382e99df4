import { findKey } from './find-key.ts';
import { plainCopy } from './plain-copy.ts';
import type { KeySources } from './profile-resolver-options.ts';
import type { ReadProfile } from './read-profile.ts';
import { readText, readWhole } from './read-setting.ts';
import { withCamelCase } from './with-camel-case.ts';

type Fields = Readonly<Record<string, unknown>>;

/** All a connection is made of: the profile and nothing else. Frozen, all the way down, and made anew for each resolution. */
export interface ProfileSettings {
  /** Name of the profile. */
  readonly profile: string;
  readonly provider: string;
  readonly model: string;
  /** Absent where the profile names none. Not enumerable, so that nothing prints it: read it by its name, a spread leaves it out. */
  readonly apiKey?: string;
  /** The profile's `base-url`. */
  readonly baseUrl?: string;
  /** With `maxTokens` beside each `max_tokens`; where a profile has both, both are as it says. */
  readonly modelParams: Fields;
  /** The profile's ephemeral settings as they are, without `auth-key`. */
  readonly ephemerals: Fields;
  /** The profile's `context-limit`, in tokens. */
  readonly contextLimit?: number;
}

/** @throws {OrchestratorOptionError} `INVALID_PROFILE`, with the path of what is wrong */
export async function profileSettings(
  profile: string,
  {
    provider,
    model,
    modelParams,
    ephemeralSettings,
  }: Extract<ReadProfile, { readonly kind: 'standard' }>,
  sources: KeySources,
): Promise<ProfileSettings> {
  const parameters = plainCopy(profile, 'modelParams', modelParams);
  const ephemerals = plainCopy(profile, 'ephemeralSettings', ephemeralSettings, 'auth-key');
  const baseUrl = readText(profile, ephemerals, 'base-url');
  const contextLimit = readWhole(profile, ephemerals, 'context-limit');
  const apiKey = await findKey(profile, ephemeralSettings, sources);
  const settings: ProfileSettings = {
    profile,
    provider,
    model,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    modelParams: withCamelCase(parameters),
    ephemerals,
    ...(contextLimit === undefined ? {} : { contextLimit }),
  };
  if (apiKey !== undefined) Object.defineProperty(settings, 'apiKey', { value: apiKey });
  return Object.freeze(settings);
}
