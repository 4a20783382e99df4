import { OptionError } from '@palimpsest/core-types';

/** Thrown for an invalid option of the search for duplicates. */
export class DuplicateOptionError extends OptionError {
  override readonly name: string = 'DuplicateOptionError';

  constructor(option: string, seen: unknown, accepted: string) {
    super(option, seen, `${accepted}. Leave it out for its default`);
  }
}
