import { toClassification, type Classification } from './classification.ts';
import { prepareDetectors, type Detector } from './detector.ts';
import { ClassifierOptionsError } from './classifier-options-error.ts';
import { findReasons, hasReason } from './find-reasons.ts';
import { FLAG, HARD_REASONS, REASONS, type Reason } from './reasons.ts';

export interface ClassifierOptions {
  /** Built-in reasons that are hard. The others are still reported. @default HARD_REASONS */
  readonly hard?: readonly Reason[];
  /** Looked for after the built-in reasons. @default none */
  readonly detectors?: readonly Detector[];
}

/** Says what is in a text. Does not keep anything between texts. */
export interface Classifier {
  /** Everything that is in a text. LF, CRLF and CR are the same to the built-in reasons. */
  readonly classify: (text: string) => Classification;
  /** Whether a text must stay as it is; the same as `classify(text).isHard`, and stops where that is certain. */
  readonly isHard: (text: string) => boolean;
}

/**
 * Makes a classifier with its own hard reasons and detectors.
 *
 * @throws ClassifierOptionsError for a reason that is not known, or a name that is used twice.
 */
export function createClassifier({
  hard = HARD_REASONS,
  detectors = [],
}: ClassifierOptions = {}): Classifier {
  const hardFlags = hard.reduce((flags, reason) => flags | flagOf(reason), 0);
  const own = prepareDetectors(detectors);
  const ownHard = own.filter(({ isHard }) => isHard);
  return {
    classify(text) {
      const found = findReasons(text);
      const reasons: string[] = REASONS.filter((reason) => (found & FLAG[reason]) !== 0);
      let isHard = (found & hardFlags) !== 0;
      for (const detector of own)
        if (detector.test(text)) {
          reasons.push(detector.name);
          if (detector.isHard) isHard = true;
        }
      return toClassification(text, reasons, isHard);
    },
    isHard(text) {
      return hasReason(text, hardFlags) || ownHard.some(({ test }) => test(text));
    },
  };
}

/** With the built-in reasons and nothing else. */
export const defaultClassifier: Classifier = createClassifier();

/** Says what is in a text, by the built-in reasons. Linear in the text, whatever it is; never throws. */
export function classifyText(text: string): Classification {
  return defaultClassifier.classify(text);
}

function flagOf(reason: Reason): number {
  // Callers without types may name anything, `toString` included.
  if (Object.hasOwn(FLAG, reason)) return FLAG[reason];
  throw new ClassifierOptionsError(
    'hard',
    reason,
    `a built-in reason: ${REASONS.join(', ')}. Content of your own is found by a detector`,
  );
}
