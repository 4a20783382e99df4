import { OptionError } from '@palimpsest/core-types';

export function invalidOption(option: string, received: unknown, expected: string): OptionError {
  return new OptionError(option, received, expected, { advice: 'Leave it out for its default.' });
}

export interface DuplicateOptions {
  /** Minimum length of a text that is compared, in UTF-16 units; an integer of at least 1. @default 200 */
  readonly minLength?: number;
  /** Index of the first text that always stays; an integer from 0 to the number of texts. @default the number of texts */
  readonly recencyStart?: number;
}

/** @throws {OptionError} when an option is invalid */
export function readDuplicateOptions(
  { minLength = 200, recencyStart }: DuplicateOptions,
  textCount: number,
): Required<DuplicateOptions> {
  if (!Number.isInteger(minLength) || minLength < 1) {
    throw invalidOption('minLength', minLength, 'an integer of at least 1');
  }
  const start = recencyStart ?? textCount;
  if (!Number.isInteger(start) || start < 0 || start > textCount) {
    const expected = `an integer from 0 to the number of texts, ${textCount}`;
    throw invalidOption('recencyStart', recencyStart, expected);
  }
  return { minLength, recencyStart: start };
}
