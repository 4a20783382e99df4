import { PalimpsestError } from '@palimpsest/core-types';

/** An option of the ranking, or a weight, that cannot be meant. */
export class SalienceOptionError extends PalimpsestError {
  override readonly name: string = 'SalienceOptionError';
  /** Which one; weights with their path, as in `weights.named.bias`. */
  readonly option: string;

  constructor(option: string, seen: unknown, accepted: string) {
    super(`${option}: got ${shown(seen)}, accepted is ${accepted}.`, 'INVALID_OPTION');
    this.option = option;
  }
}

function shown(seen: unknown): string {
  if (typeof seen === 'string') return JSON.stringify(seen.slice(0, 40));
  if (typeof seen === 'number' || typeof seen === 'boolean' || seen === null) return String(seen);
  return seen === undefined ? 'nothing' : `a value of type ${typeof seen}`;
}
