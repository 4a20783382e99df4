import { OptionError } from '@palimpsest/core-types';

/** Thrown for an invalid option of a classifier or of the preservation rules. */
export class ClassifierOptionsError extends OptionError {
  override readonly name: string = 'ClassifierOptionsError';

  constructor(option: string, seen: unknown, accepted: string) {
    super(option, seen, accepted, { code: 'CLASSIFIER_OPTIONS' });
  }
}
