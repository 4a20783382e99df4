import {
  CompressionProfileNotFoundError,
  describeValue,
  type ModelProvider,
  type ResolvedModel,
} from '@palimpsest/core-types';
import { OrchestratorOptionError } from '../orchestrator-option-error.ts';
import { isNotFound } from './find-profile.ts';
import { kindOf } from './profile-refusal.ts';
import type { ProfileResolverOptions } from './profile-resolver-options.ts';
import type { ProfileSettings } from './profile-settings.ts';
import { unconnected } from './profile-unavailable-error.ts';

/**
 * The host's connection, with the model and the window of the profile where it does not say its own.
 *
 * @throws {CompressionProfileNotFoundError} where there is no such provider; {ProfileUnavailableError} where the host fails;
 * {OrchestratorOptionError} where what it answers is no model
 */
export async function connectProfile(
  settings: ProfileSettings,
  { connect }: ProfileResolverOptions,
): Promise<ResolvedModel> {
  const { profile, provider, model, apiKey, contextLimit } = settings;
  if (connect === undefined) {
    throw new CompressionProfileNotFoundError(profile, 'no `connect` was given to connect it');
  }
  let found: unknown;
  try {
    found = await connect(settings);
  } catch (error) {
    throw isNotFound(error) ? error : unconnected(profile, error, apiKey);
  }
  if (found === undefined || found === null) {
    const reason = `there is no provider ${describeValue(provider)}`;
    throw new CompressionProfileNotFoundError(profile, reason);
  }
  const resolved = asResolved(found);
  if (resolved === undefined) {
    const accepted = 'a provider with generateChatCompletion, or an object with such a provider';
    const details = { receivedDescription: `${kindOf(found)} for profile "${profile}"` };
    throw new OrchestratorOptionError('connect', undefined, accepted, details);
  }
  const limit = resolved.contextLimit ?? contextLimit;
  return {
    ...resolved,
    model: resolved.model ?? model,
    ...(limit === undefined ? {} : { contextLimit: limit }),
  };
}

/** A host's provider may have anything beside the method, a `provider` of its own included. */
function asResolved(found: unknown): ResolvedModel | undefined {
  if (isProvider(found)) return { provider: found };
  const isResolved =
    typeof found === 'object' &&
    found !== null &&
    'provider' in found &&
    isProvider(found.provider);
  return isResolved ? (found as ResolvedModel) : undefined;
}

function isProvider(value: unknown): value is ModelProvider {
  return (
    typeof value === 'object' &&
    value !== null &&
    'generateChatCompletion' in value &&
    typeof value.generateChatCompletion === 'function'
  );
}
