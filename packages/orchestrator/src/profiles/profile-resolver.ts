import type { ModelProvider, ResolvedModel } from '@palimpsest/core-types';
import type { Candidate } from './candidate.ts';
import { checkResolverOptions } from './check-resolver-options.ts';
import { connectProfile } from './connect-profile.ts';
import { failoverModel } from './failover-provider.ts';
import { findProfile } from './find-profile.ts';
import { profileRefusal } from './profile-refusal.ts';
import type { ProfileResolverOptions } from './profile-resolver-options.ts';
import { profileSettings, type ProfileSettings } from './profile-settings.ts';
import { ProfileUnavailableError } from './profile-unavailable-error.ts';
import type { ReadPool } from './read-profile.ts';
import { createRotation, type ProfileResolverJson } from './rotation.ts';

/** A `ProviderResolver` that remembers whose turn it is in load balancers. */
export interface ProfileResolver {
  /**
   * The session's own model, exactly as the host has it, without a profile; else what the profile leads to.
   *
   * @throws {CompressionProfileNotFoundError} where there is no such profile, or no such provider; {OrchestratorOptionError}
   * `INVALID_PROFILE` for one that cannot be meant; {ProfileUnavailableError} where the host fails to read or to connect it;
   * {FailoverError} where it fails to connect any member of a load balancer
   */
  (profile?: string): ModelProvider | ResolvedModel | Promise<ModelProvider | ResolvedModel>;
  /** For `JSON.stringify`; `createProfileResolver` takes it. Holds names and places, nothing of a profile. */
  toJSON(): ProfileResolverJson;
}

/**
 * Finds the model that writes summaries, for `resolveProvider` of a compression's context (REQ-CS-002). Nothing is kept from one
 * resolution to the next, but for whose turn it is.
 *
 * @param json what `toJSON` of another resolver answered
 * @throws {OrchestratorOptionError} `INVALID_OPTION`, or `INVALID_PROFILE_RESOLVER_JSON` with the path of what is wrong
 */
export function createProfileResolver(
  options: ProfileResolverOptions,
  json?: unknown,
): ProfileResolver {
  checkResolverOptions(options);
  const rotation = createRotation(json);

  async function named(name: string): Promise<ResolvedModel> {
    const profile = await findProfile(name, options);
    if (profile.kind === 'standard') {
      return await connectProfile(await profileSettings(name, profile, options), options);
    }
    if (profile.kind === 'roundrobin') return await nextOf(name, profile);
    const candidates: Candidate[] = [];
    for (const member of profile.members) candidates.push(await candidateOf(member, name));
    return failoverModel({ ...profile, profile: name, candidates });
  }

  async function nextOf(pool: string, { members, contextLimit }: ReadPool): Promise<ResolvedModel> {
    const member = members[rotation.take(pool, members.length)]!;
    const model = await connectProfile(await memberSettings(member, pool), options);
    const most = contextLimit ?? Number.POSITIVE_INFINITY;
    const limit = Math.min(model.contextLimit ?? most, most);
    return Number.isFinite(limit) ? { ...model, contextLimit: limit } : model;
  }

  async function candidateOf(member: string, pool: string): Promise<Candidate> {
    const settings = await memberSettings(member, pool);
    const { apiKey, contextLimit } = settings;
    try {
      const model = await connectProfile(settings, options);
      return { profile: member, apiKey, contextLimit: model.contextLimit, model };
    } catch (error) {
      // Where others may answer, one that cannot be connected now has only lost its turn.
      if (!(error instanceof ProfileUnavailableError)) throw error;
      return { profile: member, apiKey, contextLimit, model: undefined, error };
    }
  }

  async function memberSettings(member: string, pool: string): Promise<ProfileSettings> {
    const profile = await findProfile(member, options, pool);
    if (profile.kind === 'standard') return await profileSettings(member, profile, options);
    const seen = `"${member}", which is a load balancer itself`;
    throw profileRefusal(pool, 'profiles', seen, 'names of standard profiles');
  }

  const resolve = (profile?: string): ReturnType<ProfileResolver> =>
    profile === undefined ? options.session() : named(profile);
  return Object.assign(resolve, { toJSON: rotation.toJSON });
}
