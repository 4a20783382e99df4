import { PalimpsestError } from '@palimpsest/core-types';

/** An option or a setting of the strategy `extractive` has a value that is not accepted. */
export class ExtractiveOptionError extends PalimpsestError {
  override readonly name: string = 'ExtractiveOptionError';
  /** Which one. */
  readonly option: string;

  constructor(option: string, seen: unknown, accepted: string) {
    super(
      `The option "${option}" of the strategy extractive is ${describe(seen)}; give ${accepted}.`,
      'INVALID_OPTION',
    );
    this.option = option;
  }
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100));
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}
