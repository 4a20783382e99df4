import { OptionError } from '@palimpsest/core-types';

/**
 * Creates the error for an invalid option, and for a request that no provider accepts: its option is `contents`.
 *
 * @param received a description of the value: never the value of an API key or a header
 */
export function invalidOption(option: string, received: string, expected: string): OptionError {
  return new OptionError(option, undefined, expected, {
    code: 'BAD_PROVIDER_OPTION',
    receivedDescription: received,
  });
}
