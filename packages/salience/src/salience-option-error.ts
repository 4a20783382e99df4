import { OptionError } from '@palimpsest/core-types';

/** Thrown for an invalid ranking option or weight. `option` is the path of a weight, as in `weights.named.bias`. */
export class SalienceOptionError extends OptionError {
  override readonly name: string = 'SalienceOptionError';
}
