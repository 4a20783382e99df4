import { PalimpsestError } from '@palimpsest/core-types';

/** Wrong usage, or input that cannot be read: one sentence, and exit code 2. */
export class Refusal extends PalimpsestError {
  override readonly name: string = 'Refusal';

  constructor(message: string, options?: ErrorOptions) {
    super(message, 'REFUSED', options);
  }
}
