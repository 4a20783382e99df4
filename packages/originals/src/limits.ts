import { badOption } from './originals-error.ts';

/** A limit as it was given: a number that is not negative, `Infinity` for none. */
export function checkedLimit(name: string, value: number | undefined, fallback: number): number {
  const limit = value ?? fallback;
  if (typeof limit === 'number' && limit >= 0) return limit;
  throw badOption(name, value, 'a number of 0 or more, or Infinity');
}
