import { PalimpsestError } from '@palimpsest/core-types';
import type { FormatName } from '../codec.ts';

interface FormatErrorDetails {
  readonly format: FormatName;
  /** Index of the message, or of the entry when encoding; -1 if `member` is set. */
  readonly index: number;
  /** A part of a request body other than a message, such as its tools. */
  readonly member?: string;
  /** What was received. */
  readonly seen: string;
  /** What was expected, or what to do. */
  readonly accepted: string;
}

/** Thrown when a message does not have the shape of its format. */
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

/** Returns a function that rejects one message. */
export function rejectMessage(
  format: FormatName,
  index: number,
): (seen: string, accepted: string) => never {
  return (seen, accepted) => {
    throw new FormatError({ format, index, seen, accepted });
  };
}
