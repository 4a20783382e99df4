import { PalimpsestError } from '@palimpsest/core-types';

/** An option, or a request, that no provider can work with. Says what was seen, but for keys and headers. */
export class ProviderOptionError extends PalimpsestError {
  override readonly name: string = 'ProviderOptionError';
  /** Name of the option; `contents` for what a request asks. */
  readonly option: string;

  /**
   * @param seen what was given, in words
   * @param accepted what would have been right, in words
   */
  constructor(option: string, seen: string, accepted: string) {
    super(`\`${option}\`: found ${seen}. Accepted: ${accepted}.`, 'BAD_PROVIDER_OPTION');
    this.option = option;
  }
}
