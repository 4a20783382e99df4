import { CompressionProfileNotFoundError, PalimpsestError } from '@palimpsest/core-types';
import type { ProfileResolverOptions } from './profile-resolver-options.ts';
import { unreadable } from './profile-unavailable-error.ts';
import { readProfile, type ReadProfile } from './read-profile.ts';

const NAMES_SHOWN = 20;

/**
 * @param pool the load balancer that names it
 * @throws {CompressionProfileNotFoundError}; {OrchestratorOptionError} `INVALID_PROFILE`; {ProfileUnavailableError}
 */
export async function findProfile(
  name: string,
  { profiles, names }: ProfileResolverOptions,
  pool?: string,
): Promise<ReadProfile> {
  const namedBy = pool === undefined ? '' : `load balancer "${pool}" names it; `;
  if (name.trim() === '') {
    throw new CompressionProfileNotFoundError(name, `${namedBy}the name is blank`);
  }
  if (profiles === undefined) {
    throw new CompressionProfileNotFoundError(name, `${namedBy}no \`profiles\` were given`);
  }
  let found: unknown;
  try {
    found = await profiles(name);
  } catch (error) {
    throw isNotFound(error) ? error : unreadable(name, error);
  }
  if (found !== undefined && found !== null) return readProfile(name, found);
  const reason = `${namedBy}${listed(names)}`;
  throw new CompressionProfileNotFoundError(name, reason === '' ? undefined : reason);
}

export function isNotFound(error: unknown): boolean {
  return PalimpsestError.isInstance(error) && error.code === 'PROFILE_NOT_FOUND';
}

/** What there is, where the host says: that a list of names fails is not what is wrong here. */
function listed(names: ProfileResolverOptions['names']): string {
  let known: readonly string[] | undefined;
  try {
    known = names?.();
  } catch {
    return 'the names there are could not be listed';
  }
  if (!Array.isArray(known)) return 'it is not among the profiles';
  if (known.length === 0) return 'there are no profiles';
  const shown = known.slice(0, NAMES_SHOWN).map((name) => JSON.stringify(name));
  const more = known.length > NAMES_SHOWN ? ` and ${known.length - NAMES_SHOWN} more` : '';
  return `there are ${shown.join(', ')}${more}`;
}
