import { toClassification, type Classification } from './classification.ts';
import { prepareDetectors, type Detector } from './detector.ts';
import { ClassifierOptionsError } from './classifier-options-error.ts';
import { FLAG, HARD_REASONS, REASONS, type Reason } from './reasons.ts';
import { startsAsJson } from './json.ts';
import { hasManyStatements } from './line/code.ts';
import { hasHighVariance } from './line/length-variance.ts';
import type { Evidence } from './scan/evidence.ts';
import { scan } from './scan/scan.ts';
import { hasSqlWords } from './scan/sql.ts';
import { isMarkup } from './scan/tags.ts';

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
    `a built-in reason: ${REASONS.join(', ')}`,
    'Use a detector for other content.',
  );
}

const LEGAL_TERM = /\b(?:shall|notwithstanding|whereas|hereby|may not)\b/i;

/** Returns all built-in reasons found in a text, as bits. */
function findReasons(text: string): number {
  const evidence = scan(text, 0, 0);
  const legal = LEGAL_TERM.test(text) ? FLAG.legal_term : 0;
  return evidence.found | findInWhole(text, evidence) | legal;
}

/** Returns whether a text has one of the reasons in `wanted`, as bits. Stops at the first one found. */
function hasReason(text: string, wanted: number): boolean {
  const evidence = scan(text, ~wanted, wanted);
  if ((evidence.found & wanted) !== 0) return true;
  if ((wanted & FLAG.legal_term) !== 0 && LEGAL_TERM.test(text)) return true;
  return (findInWhole(text, evidence) & wanted) !== 0;
}

/** Returns the reasons that only the whole text shows. */
function findInWhole(text: string, evidence: Evidence): number {
  const { lines, specials, pairedReturns, textStart } = evidence;
  let found = 0;
  if (textStart >= 0 && startsAsJson(text, textStart)) found |= FLAG.json_structure;
  if (hasHighVariance(text, lines)) found |= FLAG.high_line_length_variance;
  // More than 15 % (seed, `high_special_char_ratio`).
  if (specials * 20 > (text.length - pairedReturns) * 3) found |= FLAG.high_special_char_ratio;
  if (hasManyStatements(evidence)) found |= FLAG.source_code;
  if (isMarkup(text, evidence)) found |= FLAG.markup;
  if (hasSqlWords(text, evidence.sql)) found |= FLAG.sql_content;
  return found;
}
