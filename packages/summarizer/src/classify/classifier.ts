import { HARD_REASONS } from './hard-reasons.ts';

/** The kind of content in a text. `T0` has a reason to be kept, `T2` is short prose, `T3` is long prose; there is no `T1`. */
export interface Classification {
  /** `T0` with any reason; otherwise `T2` below 20 words, `T3` from 20 words. Two ideographs or kana count as one word. */
  readonly tier: 'T0' | 'T2' | 'T3';
  /** 0.65 without a reason; otherwise 0.70 plus 0.05 per reason, at most 0.95. */
  readonly confidence: number;
  /** Names of the reasons found: first hard, then soft ones. */
  readonly reasons: readonly string[];
  /** Whether at least one reason is hard: the text must stay unchanged. */
  readonly isHard: boolean;
}

/** Classifies a text. Linear for any text; LF, CRLF and CR are equivalent. */
export function classifyText(text: string): Classification {
  const plain = withLineFeeds(text);
  const hard = Object.keys(HARD_REASONS).filter((name) => HARD_REASONS[name]!(plain));
  const soft = Object.keys(SOFT_REASONS).filter((name) => SOFT_REASONS[name]!.test(plain));
  const reasons = [...hard, ...soft];
  if (reasons.length === 0) {
    const words = plain.match(WORDS)?.length ?? 0;
    return {
      tier: words < LONG_PROSE_WORDS ? 'T2' : 'T3',
      confidence: 0.65,
      reasons,
      isHard: false,
    };
  }
  // Sums in hundredths give exact decimal fractions.
  const confidence = Math.min(95, 70 + 5 * reasons.length) / 100;
  return { tier: 'T0', confidence, reasons, isHard: hard.length > 0 };
}

/** Returns whether a text must stay unchanged: the same as `classifyText(text).isHard`, but stops at the first reason. */
export function isHard(text: string): boolean {
  const plain = withLineFeeds(text);
  return Object.values(HARD_REASONS).some((test) => test(plain));
}

const LONG_PROSE_WORDS = 20;

const WORDS =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]{1,2}|[^\s\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+/gu;

function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

/** Reasons that are reported but allow shortening: a summary should name what they find. */
export const SOFT_REASONS: Readonly<Record<string, RegExp>> = {
  url: /https?:\/\/\S/i,
  email: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2}/i,
  phone: /(?<![\d.-])(?:\(\d{3}\) ?|\d{3}[-.\s]?)\d{3}[-.\s]?\d{4}(?![\d-])/,
  version_number: /\bv\d+\.\d+|\bversion\s+\d/i,
  hash_or_sha: /(?<![0-9a-z])[0-9a-f]{40,64}(?![0-9a-z])/i,
  file_path: /(?:\/[\w.-]+){2}/,
  ip_or_semver: /(?<![\w.])\d+(?:\.\d+){1,5}\b/,
  quoted_key: /"[^"\n]{3,80}"\s?[,:]/,
  legal_term: /\b(?:shall|may not|notwithstanding|whereas|hereby)\b/i,
  direct_quote: /["\u201c][^"\u201c\u201d\n]{10,300}["\u201d]/,
  numeric_with_units:
    /(?<![\w.])\d+(?:\.\d+)?\s?(?:km|m|kg|s|°C|°F|Hz|MHz|GHz|ms|µs|ns|MB|GB|TB)\b/i,
};
