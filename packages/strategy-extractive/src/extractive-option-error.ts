import { OptionError } from '@palimpsest/core-types';

/** An option or a setting of the strategy `extractive` has a value that is not accepted. */
export class ExtractiveOptionError extends OptionError {
  override readonly name: string = 'ExtractiveOptionError';
}
