import { OptionError } from '@palimpsest/core-types';

/** Thrown for an invalid option or setting of the strategy `extractive`. */
export class ExtractiveOptionError extends OptionError {
  override readonly name: string = 'ExtractiveOptionError';
}
