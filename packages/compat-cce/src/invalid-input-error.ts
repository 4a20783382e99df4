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

/** What was seen, in a few words: `null`, `an array`, `"four"`, `NaN`. */
export function describe(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}
