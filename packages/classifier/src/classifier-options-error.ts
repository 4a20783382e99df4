import { OptionError } from '@palimpsest/core-types';

/** An option of a classifier or of the preservation rules makes no sense. */
export class ClassifierOptionsError extends OptionError {
  override readonly name: string = 'ClassifierOptionsError';

  constructor(option: string, seen: unknown, accepted: string) {
    super(option, seen, accepted, { code: 'CLASSIFIER_OPTIONS' });
  }
}
