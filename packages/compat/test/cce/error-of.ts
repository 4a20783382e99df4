import type { InvalidInputError } from '../../src/cce.ts';

/** Returns the error that a call throws. */
export function errorOf(call: () => unknown): InvalidInputError {
  try {
    call();
  } catch (error) {
    return error as InvalidInputError;
  }
  throw new Error('nothing was thrown');
}
