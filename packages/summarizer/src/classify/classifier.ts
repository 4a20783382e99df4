import { OptionError } from '@palimpsest/core-types';
import { splitFences, type FencedPart } from '@palimpsest/text';
import { startsAsJson } from './json.ts';
import { hasManyStatements } from './line/statement.ts';
import { hasHighVariance } from './line/layout.ts';
import { FLAG, HARD_REASONS, REASONS, type Reason } from './reasons.ts';
import { CLASS_TABLE, IDEOGRAPH, NEWLINE, SPACE, SYLLABLE } from './scan/character-class.ts';
import type { Evidence } from './scan/evidence.ts';
import { scan } from './scan/scan.ts';
import { hasSqlWords } from './scan/sql.ts';

interface ClassifierOptions {
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
 * @throws {OptionError} when a reason is unknown or a name is used twice
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
      const detected = own.filter(({ test }) => test(text));
      const reasons = [
        ...REASONS.filter((reason) => (found & FLAG[reason]) !== 0),
        ...detected.map(({ name }) => name),
      ];
      const isHard = (found & hardFlags) !== 0 || detected.some((detector) => detector.isHard);
      if (reasons.length === 0) {
        const tier = hasWords(text, LONG_PROSE_WORDS) ? 'T3' : 'T2';
        return { tier, confidence: 0.65, reasons, isHard };
      }
      // Sums in hundredths give exact decimal fractions.
      const confidence = Math.min(95, 70 + 5 * reasons.length) / 100;
      return { tier: 'T0', confidence, reasons, isHard };
    },
    isHard(text) {
      return hasReason(text, hardFlags) || ownHard.some(({ test }) => test(text));
    },
  };
}

export const defaultClassifier: Classifier = createClassifier();

/** Classifies a text by the built-in reasons. Linear for any text; never throws. */
export function classifyText(text: string): Classification {
  return defaultClassifier.classify(text);
}

function flagOf(reason: Reason): number {
  // Untyped callers may pass any name, including `toString`.
  if (Object.hasOwn(FLAG, reason)) return FLAG[reason];
  throw new OptionError('hard', reason, `a built-in reason: ${REASONS.join(', ')}`, {
    code: 'CLASSIFIER_OPTIONS',
    advice: 'Use a detector for other content.',
  });
}

const LEGAL_TERM = /\b(?:shall|notwithstanding|whereas|hereby|may not)\b/i;

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

const MAX_DECLARATION_LENGTH = 9;

/**
 * Returns whether a text starts with a document declaration, or has at least two elements whose tags are a tenth of it. Prose in a wrapper is
 * no markup.
 */
function isMarkup(text: string, evidence: Evidence): boolean {
  const { closedTags, tagUnits, pairedReturns, textStart } = evidence;
  if (closedTags >= 2 && tagUnits * 10 >= text.length - pairedReturns) return true;
  const start = text.slice(textStart, textStart + MAX_DECLARATION_LENGTH);
  return closedTags >= 1 && /^<(?:\?xml|!doctype|html)/i.test(start);
}

/**
 * The kind of content in a text. `T0` has a reason to be kept, `T2` is short prose, `T3` is long prose; there is no `T1` (seed
 * compression-pipeline, "Classification").
 */
export interface Classification {
  /**
   * `T0` with any reason; otherwise `T2` below 20 words, `T3` from 20 words. Two ideographs or kana, or four letters of Thai, Lao, Khmer,
   * Burmese or Tibetan, count as one word.
   */
  readonly tier: 'T0' | 'T2' | 'T3';
  /** 0.65 without a reason; otherwise 0.70 plus 0.05 per reason, at most 0.95. */
  readonly confidence: number;
  /** Names of the reasons found, hard and soft: built-in ones in the order of `REASONS`, then those of custom detectors. */
  readonly reasons: readonly string[];
  /** Whether at least one reason is hard: the text must stay unchanged. */
  readonly isHard: boolean;
}

const LONG_PROSE_WORDS = 20;

const IDEOGRAPHS_PER_WORD = 2;
const SYLLABLES_PER_WORD = 4;

/** Returns whether a text has at least `limit` words. Stops reading at the limit. */
function hasWords(text: string, limit: number): boolean {
  let words = 0;
  let isSpaced = true;
  for (let index = 0; index < text.length; index++) {
    const kind = CLASS_TABLE[text.charCodeAt(index)]!;
    const isSpace = kind === SPACE || kind === NEWLINE;
    if (kind === IDEOGRAPH) words += 1 / IDEOGRAPHS_PER_WORD;
    else if (kind === SYLLABLE) words += 1 / SYLLABLES_PER_WORD;
    else if (isSpaced && !isSpace) words++;
    if (words >= limit) return true;
    isSpaced = isSpace;
  }
  return false;
}

/** A custom detector of content. */
export interface Detector {
  /** Name of the reason in a classification. Must be unique and not the name of a built-in reason. */
  readonly name: string;
  /** Whether a text with this content must stay unchanged. @default true */
  readonly isHard?: boolean;
  /**
   * A pattern, or a function that returns whether a text has the content. Patterns are copied: their `lastIndex` is neither read nor written.
   */
  readonly test: RegExp | ((text: string) => boolean);
}

/** Makes the result of each detector depend only on the text. */
function prepareDetectors(detectors: readonly Detector[]) {
  const names = new Set<string>(REASONS);
  return detectors.map(({ name, isHard = true, test }) => {
    if (names.has(name)) {
      const expected = `a unique name that is not a built-in reason: ${REASONS.join(', ')}`;
      throw new OptionError('detectors', name, expected, { code: 'CLASSIFIER_OPTIONS' });
    }
    names.add(name);
    return { name, isHard, test: typeof test === 'function' ? test : patternTest(test) };
  });
}

/** Copies a pattern. With flag `g` or `y`, a match would start where the last one ended; the copy always starts at index 0. */
function patternTest(pattern: RegExp): (text: string) => boolean {
  const own = new RegExp(pattern.source, pattern.flags);
  return (text) => {
    own.lastIndex = 0;
    return own.test(text);
  };
}

/** A part of a text. Fences stay unchanged; the classification decides about prose. */
type ClassifiedPart =
  | (FencedPart & { readonly kind: 'fence' })
  | (FencedPart & { readonly kind: 'prose'; readonly classification: Classification });

/**
 * Splits a text at its fences and classifies the prose between them, so that a secret or a table next to code is kept too (reading 10 of the
 * origin of seed compression-pipeline).
 */
export function classifyParts(
  text: string,
  classifier: Classifier = defaultClassifier,
): ClassifiedPart[] {
  return splitFences(text).map(({ kind, start, end }) =>
    kind === 'fence'
      ? { kind, start, end }
      : { kind, start, end, classification: classifier.classify(text.slice(start, end)) },
  );
}
