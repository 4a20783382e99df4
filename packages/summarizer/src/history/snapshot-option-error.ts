import { OptionError } from '@palimpsest/core-types';

/** Thrown for an invalid option of a strategy that calls a model, and for invalid todos. */
export class SnapshotOptionError extends OptionError {
  override readonly name: string = 'SnapshotOptionError';
}
