import { DuplicateOptionError } from './duplicate-option-error.ts';

export interface DuplicateOptions {
  /** Texts below this many UTF-16 units are left alone; an integer of at least 1. @default 200 */
  readonly minLength?: number;
  /** Index of the first text that stays in any case; an integer from 0 to the number of texts. @default the number of texts */
  readonly recencyStart?: number;
}

/** @throws {DuplicateOptionError} */
export function readDuplicateOptions(
  { minLength = 200, recencyStart }: DuplicateOptions,
  textCount: number,
): Required<DuplicateOptions> {
  if (!Number.isInteger(minLength) || minLength < 1) {
    throw new DuplicateOptionError('minLength', minLength, 'an integer of at least 1');
  }
  const start = recencyStart ?? textCount;
  if (!Number.isInteger(start) || start < 0 || start > textCount) {
    const accepted = `an integer from 0 to the number of texts, ${textCount}`;
    throw new DuplicateOptionError('recencyStart', recencyStart, accepted);
  }
  return { minLength, recencyStart: start };
}
