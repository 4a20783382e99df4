import { CLASS, IDEOGRAPH, NEWLINE, SPACE, SYLLABLE } from './scan/character-class.ts';

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

/** Minimum number of words of long prose. */
const LONG_PROSE_WORDS = 20;

export function toClassification(
  text: string,
  reasons: readonly string[],
  isHard: boolean,
): Classification {
  if (reasons.length === 0)
    return {
      tier: hasWords(text, LONG_PROSE_WORDS) ? 'T3' : 'T2',
      confidence: 0.65,
      reasons,
      isHard,
    };
  // Sums in hundredths give exact decimal fractions.
  return { tier: 'T0', confidence: Math.min(95, 70 + 5 * reasons.length) / 100, reasons, isHard };
}

/** Number of UTF-16 units that count as a word in scripts without spaces. */
const IDEOGRAPHS_PER_WORD = 2;
const SYLLABLES_PER_WORD = 4;

/** Returns whether a text has at least `limit` words. Stops reading at the limit. */
function hasWords(text: string, limit: number): boolean {
  let words = 0;
  let isSpaced = true;
  for (let index = 0; index < text.length; index++) {
    const kind = CLASS[text.charCodeAt(index)]!;
    const isSpace = kind === SPACE || kind === NEWLINE;
    if (kind === IDEOGRAPH) words += 1 / IDEOGRAPHS_PER_WORD;
    else if (kind === SYLLABLE) words += 1 / SYLLABLES_PER_WORD;
    else if (isSpaced && !isSpace) words++;
    if (words >= limit) return true;
    isSpaced = isSpace;
  }
  return false;
}
