import { describeValue, PalimpsestError } from '@palimpsest/core-types';

/** What went wrong: a session's name, an option or argument, a message that could not be kept whole, or what lies where a store should be. */
export type OriginalsErrorCode = 'BAD_SESSION' | 'BAD_OPTION' | 'NOT_KEEPABLE' | 'BAD_STORE';

/** Nothing was stored, changed or lost when this is thrown. */
export class OriginalsError extends PalimpsestError {
  override readonly name: string = 'OriginalsError';
  declare readonly code: OriginalsErrorCode;
}

/** An option or argument that cannot be meant. */
export function badOption(name: string, seen: unknown, accepted: string): OriginalsError {
  const message = `${name}: got ${describeValue(seen)}, accepted is ${accepted}.`;
  return new OriginalsError(message, 'BAD_OPTION');
}
