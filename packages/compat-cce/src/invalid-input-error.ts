/** By this brand `PalimpsestError.isInstance` knows every error of the family. */
const BRAND: unique symbol = Symbol.for('@palimpsest/error');

/**
 * What was handed in cannot be worked with. A `TypeError`, as users of ContextCompressionEngine expect, and at the same time one that
 * `PalimpsestError.isInstance` recognizes.
 */
export class InvalidInputError extends TypeError {
  override readonly name: string = 'InvalidInputError';
  /** What went wrong, for programs. */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    Object.defineProperty(this, BRAND, { value: true });
    this.code = code;
  }
}
