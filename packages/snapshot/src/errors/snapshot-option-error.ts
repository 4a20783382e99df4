import { OptionError } from '@palimpsest/core-types';

/** An option of a strategy that asks a model cannot be meant. */
export class SnapshotOptionError extends OptionError {
  override readonly name: string = 'SnapshotOptionError';
}
