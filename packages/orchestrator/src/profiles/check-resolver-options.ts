import { OrchestratorOptionError } from '../orchestrator-option-error.ts';
import { isFields } from './profile-refusal.ts';
import type { ProfileResolverOptions } from './profile-resolver-options.ts';

const FUNCTIONS = ['profiles', 'names', 'connect', 'namedKey', 'readKeyFile'] as const;

/** @throws {OrchestratorOptionError} `INVALID_OPTION` */
export function checkResolverOptions(options: ProfileResolverOptions): void {
  const given: unknown = options;
  if (!isFields(given)) throw new OrchestratorOptionError('options', given, 'an object');
  const { session, home } = given;
  if (typeof session !== 'function') {
    throw new OrchestratorOptionError(
      'session',
      session,
      "a function that answers the session's model",
    );
  }
  for (const name of FUNCTIONS) {
    const value = given[name];
    if (value !== undefined && typeof value !== 'function') {
      throw new OrchestratorOptionError(name, value, 'a function, or none');
    }
  }
  if (home !== undefined && (typeof home !== 'string' || home.trim() === '')) {
    throw new OrchestratorOptionError('home', home, 'the path of a folder, or none');
  }
}
