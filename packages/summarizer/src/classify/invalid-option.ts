import { OptionError } from '@palimpsest/core-types';

/** Creates the error for an invalid option of a classifier or of the preservation rules. */
export function invalidOption(
  option: string,
  received: unknown,
  expected: string,
  advice?: string,
): OptionError {
  return new OptionError(option, received, expected, {
    code: 'CLASSIFIER_OPTIONS',
    ...(advice === undefined ? {} : { advice }),
  });
}
