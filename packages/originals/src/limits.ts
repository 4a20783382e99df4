import { badOption } from './originals-error.ts';

/**
 * Returns a limit, or `fallback` if it is not set. `Infinity` means no limit.
 *
 * @throws {OriginalsError} `BAD_OPTION` when the limit is not a number of 0 or more
 */
export function checkedLimit(name: string, value: number | undefined, fallback: number): number {
  const limit = value ?? fallback;
  if (typeof limit === 'number' && limit >= 0) return limit;
  throw badOption(name, value, 'a number of 0 or more, or Infinity');
}
