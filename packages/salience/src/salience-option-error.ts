import { OptionError } from '@palimpsest/core-types';

/** An option of the ranking, or a weight, that cannot be meant. `option` has the path of a weight, as in `weights.named.bias`. */
export class SalienceOptionError extends OptionError {
  override readonly name: string = 'SalienceOptionError';
}
