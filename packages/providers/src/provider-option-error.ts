import { OptionError } from '@palimpsest/core-types';

/**
 * An option, or a request, that no provider can work with. `option` is `contents` for what a request asks. What was seen comes in words, so
 * that no key and no header is ever shown.
 */
export class ProviderOptionError extends OptionError {
  override readonly name: string = 'ProviderOptionError';

  /**
   * @param seenInWords what was given, in words
   * @param accepted what would have been right, in words
   */
  constructor(option: string, seenInWords: string, accepted: string) {
    super(option, undefined, accepted, {
      code: 'BAD_PROVIDER_OPTION',
      receivedDescription: seenInWords,
    });
  }
}
