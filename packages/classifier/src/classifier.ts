import { toClassification, type Classification } from './classification.ts';
import { prepareDetectors, type Detector } from './detector.ts';
import { ClassifierOptionsError } from './classifier-options-error.ts';
import { findReasons, hasReason } from './find-reasons.ts';
import { FLAG, HARD_REASONS, REASONS, type Reason } from './reasons.ts';

export interface ClassifierOptions {
  /** Built-in reasons that are hard. Other reasons are still reported. @default HARD_REASONS */
  readonly hard?: readonly Reason[];
  /** Custom detectors, tested after the built-in reasons. @default none */
  readonly detectors?: readonly Detector[];
}

/** Classifies texts. Stateless. */
export interface Classifier {
  /** Returns all reasons found in a text. The built-in reasons treat LF, CRLF and CR alike. */
  readonly classify: (text: string) => Classification;
  /** Returns whether a text must stay unchanged: the same as `classify(text).isHard`, but stops as soon as that is certain. */
  readonly isHard: (text: string) => boolean;
}

/**
 * Creates a classifier with custom hard reasons and detectors.
 *
 * @throws {ClassifierOptionsError} when a reason is unknown or a name is used twice
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

/** The classifier with the default options. */
export const defaultClassifier: Classifier = createClassifier();

/** Classifies a text by the built-in reasons. Linear for any text; never throws. */
export function classifyText(text: string): Classification {
  return defaultClassifier.classify(text);
}

function flagOf(reason: Reason): number {
  // Untyped callers may pass any name, including `toString`.
  if (Object.hasOwn(FLAG, reason)) return FLAG[reason];
  throw new ClassifierOptionsError(
    'hard',
    reason,
    `a built-in reason: ${REASONS.join(', ')}. Content of your own is found by a detector`,
  );
}
