import { PalimpsestError } from '@palimpsest/core-types';

/** An option that cannot be meant. */
export class OptionError extends PalimpsestError {
  override readonly name: string = 'OptionError';
  readonly option: string;

  constructor(option: string, seen: unknown, accepted: string) {
    const shown = typeof seen === 'number' ? String(seen) : (JSON.stringify(seen) ?? 'nothing');
    super(`${option}: got ${shown.slice(0, 80)}, accepted is ${accepted}.`, 'INVALID_OPTION');
    this.option = option;
  }
}
