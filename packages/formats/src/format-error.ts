import { PalimpsestError } from '@palimpsest/core-types';
import type { FormatName } from './codec.ts';

export interface FormatErrorDetails {
  readonly format: FormatName;
  /** Position of the message, or of the entry when encoding. */
  readonly index: number;
  /** What was found there. */
  readonly seen: string;
  /** What would have been right, or what to do. */
  readonly accepted: string;
}

/** A message does not have the shape its format asks for. */
export class FormatError extends PalimpsestError {
  override readonly name: string = 'FormatError';
  readonly format: FormatName;
  readonly index: number;

  constructor({ format, index, seen, accepted }: FormatErrorDetails) {
    super(`${format} message ${index}: found ${seen}. Accepted: ${accepted}.`, 'FORMAT_MISMATCH');
    this.format = format;
    this.index = index;
  }
}
