import { OptionError } from '@palimpsest/core-types';

/** Thrown for an invalid option of `llmSummarizer`. */
export class SummarizerOptionError extends OptionError {
  override readonly name: string = 'SummarizerOptionError';

  constructor(option: string, received: unknown, expected: string) {
    super(option, received, expected, { advice: 'Leave it out for its default.' });
  }
}
