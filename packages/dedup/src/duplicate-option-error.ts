import { OptionError } from '@palimpsest/core-types';

/** An option of the search for duplicates that cannot be meant. */
export class DuplicateOptionError extends OptionError {
  override readonly name: string = 'DuplicateOptionError';

  constructor(option: string, seen: unknown, accepted: string) {
    super(option, seen, `${accepted}. Leave it out for its default`);
  }
}
