import { OptionError } from '@palimpsest/core-types';

/** Thrown for an invalid option of the search for duplicates. */
export class DuplicateOptionError extends OptionError {
  override readonly name: string = 'DuplicateOptionError';

  constructor(option: string, received: unknown, expected: string) {
    super(option, received, expected, { advice: 'Leave it out for its default.' });
  }
}
