import { OptionError } from '@palimpsest/core-types';

/** Thrown for an invalid option, and for a request that no provider accepts. `option` is then `contents`. */
export class ProviderOptionError extends OptionError {
  override readonly name: string = 'ProviderOptionError';

  /**
   * @param received a description of the value: never the value of an API key or a header
   * @param expected a description of valid values
   */
  constructor(option: string, received: string, expected: string) {
    super(option, undefined, expected, {
      code: 'BAD_PROVIDER_OPTION',
      receivedDescription: received,
    });
  }
}
