import { OptionError } from '@palimpsest/core-types';

/** Thrown for an invalid option of a classifier or of the preservation rules. */
export class ClassifierOptionsError extends OptionError {
  override readonly name: string = 'ClassifierOptionsError';

  constructor(option: string, received: unknown, expected: string, advice?: string) {
    super(option, received, expected, {
      code: 'CLASSIFIER_OPTIONS',
      ...(advice === undefined ? {} : { advice }),
    });
  }
}
