import { hasWords } from './count-words.ts';

/**
 * What is in a text. `T0` is content with a reason to keep it, `T2` short prose and `T3` long prose; there is no `T1` (seed
 * compression-pipeline, "Classification").
 */
export interface Classification {
  /** `T0` with any reason; without one `T2` below 20 words, `T3` from there on. Two ideographs or kana, or four letters of Thai, Lao, Khmer, Burmese or Tibetan, count as a word. */
  readonly tier: 'T0' | 'T2' | 'T3';
  /** 0.70 and 0.05 more for each reason, 0.95 at most; 0.65 without a reason. */
  readonly confidence: number;
  /** Names of what was found, hard and soft: built-in ones in the order of `REASONS`, then those of own detectors. */
  readonly reasons: readonly string[];
  /** At least one of the reasons is hard: the text must stay as it is. */
  readonly isHard: boolean;
}

/** Words from which on prose is long. */
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
  // In hundredths, so that the sums are the decimal fractions they should be.
  return { tier: 'T0', confidence: Math.min(95, 70 + 5 * reasons.length) / 100, reasons, isHard };
}
