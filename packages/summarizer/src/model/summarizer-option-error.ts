import { OptionError } from '@palimpsest/core-types';

/** Thrown for an invalid option of `llmSummarizer`. */
export class SummarizerOptionError extends OptionError {
  override readonly name: string = 'SummarizerOptionError';

  constructor(option: string, seen: unknown, accepted: string) {
    super(option, seen, `${accepted}. Leave out what has a default`);
  }
}
