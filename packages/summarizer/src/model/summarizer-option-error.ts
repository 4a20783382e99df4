import { OptionError } from '@palimpsest/core-types';

/** An option of `llmSummarizer` that cannot be meant. */
export class SummarizerOptionError extends OptionError {
  override readonly name: string = 'SummarizerOptionError';

  constructor(option: string, seen: unknown, accepted: string) {
    super(option, seen, `${accepted}. Leave out what has a default`);
  }
}
