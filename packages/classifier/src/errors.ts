import { PalimpsestError } from '@palimpsest/core-types';

/** An option of a classifier or of the preservation rules makes no sense. */
export class ClassifierOptionsError extends PalimpsestError {
  override readonly name: string = 'ClassifierOptionsError';

  constructor(message: string) {
    super(message, 'CLASSIFIER_OPTIONS');
  }
}
