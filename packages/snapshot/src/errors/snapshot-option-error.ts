import { PalimpsestError } from '@palimpsest/core-types';

/** An option of a strategy that asks a model cannot be meant. */
export class SnapshotOptionError extends PalimpsestError {
  override readonly name: string = 'SnapshotOptionError';
  readonly option: string;

  constructor(option: string, seen: unknown, accepted: string) {
    super(`Option "${option}" is ${describe(seen)}; accepted: ${accepted}.`, 'INVALID_OPTION');
    this.option = option;
  }
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80));
  return typeof value === 'object' && value !== null ? 'an object without that' : String(value);
}
