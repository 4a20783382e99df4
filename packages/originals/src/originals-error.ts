import { describeValue, PalimpsestError } from '@palimpsest/core-types';

/** Cause of an error: a session name, an option or argument, a message that cannot be stored losslessly, or an unusable store. */
type OriginalsErrorCode = 'BAD_SESSION' | 'BAD_OPTION' | 'NOT_KEEPABLE' | 'BAD_STORE';

/** Thrown by the functions of this package. Nothing was stored, changed or lost. */
export class OriginalsError extends PalimpsestError {
  override readonly name: string = 'OriginalsError';
  declare readonly code: OriginalsErrorCode;
}

/** Creates the error for an invalid option or argument. */
export function badOption(name: string, received: unknown, expected: string): OriginalsError {
  const message = `${name}: expected ${expected}, got ${describeValue(received)}.`;
  return new OriginalsError(message, 'BAD_OPTION');
}

/**
 * Returns a time to live in seconds.
 *
 * @throws {OriginalsError} `BAD_OPTION`
 */
export function checkedTtl(ttl: number | undefined): number | undefined {
  if (ttl === undefined || (Number.isSafeInteger(ttl) && ttl > 0)) return ttl;
  throw badOption('ttl', ttl, 'a whole number of seconds of at least 1');
}
