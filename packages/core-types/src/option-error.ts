import { describeValue } from './describe-value.ts';
import { PalimpsestError } from './errors.ts';

interface OptionErrorDetails {
  /** Identifies the kind of error for programs. @default 'INVALID_OPTION' */
  readonly code?: string;
  /** Replaces the description of the received value, for example of a secret. The value is not read then. */
  readonly receivedDescription?: string;
  /** What to do, in whole sentences. Ends the message. @default none */
  readonly advice?: string;
}

/** Thrown for an invalid option or argument. */
export class OptionError extends PalimpsestError {
  override readonly name: string = 'OptionError';
  /** Name of the option, with its path: `headers.accept`. */
  readonly option: string;

  /**
   * @param received the value; the message describes it briefly
   * @param expected describes valid values; it follows "expected"
   */
  constructor(
    option: string,
    received: unknown,
    expected: string,
    details: OptionErrorDetails = {},
  ) {
    const {
      code = 'INVALID_OPTION',
      receivedDescription = describeValue(received),
      advice,
    } = details;
    const ending = advice === undefined ? '' : ` ${advice}`;
    super(`${option}: expected ${expected}, got ${receivedDescription}.${ending}`, code);
    this.option = option;
  }
}
