import { PalimpsestError } from '@palimpsest/core-types';
import type { FormatName } from './codec.ts';

export interface FormatErrorDetails {
  readonly format: FormatName;
  /** Position of the message, or of the entry when encoding; -1 where `member` is set. */
  readonly index: number;
  /** A part of a request body that is no message, such as its tools. */
  readonly member?: string;
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

  constructor({ format, index, member, seen, accepted }: FormatErrorDetails) {
    const place = member ?? `message ${index}`;
    super(`${format} ${place}: found ${seen}. Accepted: ${accepted}.`, 'FORMAT_MISMATCH');
    this.format = format;
    this.index = index;
  }
}
