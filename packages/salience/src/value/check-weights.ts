import { SalienceOptionError } from '../salience-option-error.ts';
import { DEFAULT_WEIGHTS, type SalienceWeights } from './weights.ts';

/**
 * Checks that every weight is a number.
 *
 * @throws {SalienceOptionError} for the first invalid weight
 */
export function checkWeights(weights: SalienceWeights): void {
  checkNumbers('weights', weights, DEFAULT_WEIGHTS);
  const { full, ample } = weights.lineShare;
  if (full < 0) throw new SalienceOptionError('weights.lineShare.full', full, 'at least 0');
  if (ample <= 0) throw new SalienceOptionError('weights.lineShare.ample', ample, 'above 0');
}

/** Checks that a value has a number wherever the example has one. */
function checkNumbers(path: string, value: unknown, example: object): void {
  if (typeof value !== 'object' || value === null) {
    throw new SalienceOptionError(path, value, 'a record of weights, all of DEFAULT_WEIGHTS');
  }
  for (const [key, usual] of Object.entries(example)) {
    const given = (value as Readonly<Record<string, unknown>>)[key];
    const name = `${path}.${key}`;
    if (typeof usual === 'object') checkNumbers(name, given, usual as object);
    else if (!Number.isFinite(given)) throw new SalienceOptionError(name, given, 'a finite number');
  }
}
