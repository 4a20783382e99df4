import { describeValue } from './describe-value.ts';
import { PalimpsestError } from './errors.ts';

export interface OptionErrorDetails {
  /** What went wrong, for programs. @default 'INVALID_OPTION' */
  readonly code?: string;
  /** What was seen, in words, where no value may be shown: a secret, say. The value is not looked at then. */
  readonly receivedDescription?: string;
}

/** An option, or an argument, that cannot be meant. Packages throw one of their own name, which extends this one. */
export class OptionError extends PalimpsestError {
  override readonly name: string = 'OptionError';
  /** Which one, with its path where it has one: `headers.accept`. */
  readonly option: string;

  /**
   * @param seen what was given; said in a few words
   * @param accepted what would have been right, in words
   */
  constructor(option: string, seen: unknown, accepted: string, details: OptionErrorDetails = {}) {
    const { code = 'INVALID_OPTION', receivedDescription = describeValue(seen) } = details;
    super(`${option}: got ${receivedDescription}, accepted is ${accepted}.`, code);
    this.option = option;
  }
}
