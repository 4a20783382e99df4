import { CompressionStrategyError } from '@palimpsest/core-types';
import { isTransientCompressionError } from '@palimpsest/snapshot';
import { codeOf, wordsOf } from './error-words.ts';
import { errorWithoutKey } from './error-without-key.ts';

/** A profile is there, and could not be read or connected: `PROFILE_UNAVAILABLE`. Holds no key. Passes where what it was caused by does. */
export class ProfileUnavailableError extends CompressionStrategyError {
  override readonly name: string = 'ProfileUnavailableError';
  readonly isTransient: boolean;

  constructor(profile: string, what: string, thrown: unknown, cause?: unknown) {
    super(
      `Compression profile "${profile}" could not be ${what}.`,
      'PROFILE_UNAVAILABLE',
      cause === undefined ? { profile } : { profile, cause },
    );
    this.isTransient = isTransientCompressionError(thrown);
  }
}

/** A text that is no JSON is quoted by the error about it, with a key in it: only the code of the error is told. */
export function unreadable(profile: string, error: unknown): ProfileUnavailableError {
  return new ProfileUnavailableError(profile, `read${codeOf(error)}`, error);
}

export function unconnected(
  profile: string,
  error: unknown,
  key: string | undefined,
): ProfileUnavailableError {
  const cause = errorWithoutKey(error, key);
  return new ProfileUnavailableError(profile, `connected: ${wordsOf(error, key)}`, error, cause);
}
