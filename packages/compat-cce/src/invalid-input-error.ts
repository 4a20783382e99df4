/** The brand by which `PalimpsestError.isInstance` recognizes all errors of the family. */
const BRAND: unique symbol = Symbol.for('@palimpsest/error');

/** Thrown for invalid input. A `TypeError`, as users of ContextCompressionEngine expect, which `PalimpsestError.isInstance` also recognizes. */
export class InvalidInputError extends TypeError {
  override readonly name: string = 'InvalidInputError';
  /** Error code, for programs. */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    Object.defineProperty(this, BRAND, { value: true });
    this.code = code;
  }
}
