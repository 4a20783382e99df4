/** Kinds of characters. */
const LETTER = 0;
const DIGIT = 1;
const SPACE = 2;
const BREAK = 3;
const PUNCTUATION = 4;
const HAN_OR_HANGUL = 5;
const KANA = 6;
const OTHER = 7;

const ASCII_KINDS: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) return LETTER;
  if (/\d/.test(character)) return DIGIT;
  if (character === ' ') return SPACE;
  return /[\n\r\t]/.test(character) ? BREAK : PUNCTUATION;
});

/**
 * Tokens of o200k_base per feature, fitted on pieces of 6,000 characters: agent transcripts, code, prose, random base64 and hexadecimal
 * text. Each step adds more than 0, so a longer text never counts less.
 */
const WEIGHT = {
  wordStart: 0.939,
  wordAfterDigit: 0.395,
  letterBeyond4: 0.074,
  capitalInWord: 0.318,
  /** Capitals within three characters of each other: rare in any language, common in base64. */
  restlessCapital: 2.557,
  digitGroup: 1.446,
  digitAfterLetter: -0.813,
  spaceRun: 0.708,
  breakRun: 0.755,
  punctuationRun: 0.663,
  punctuationAfterSpace: 0.56,
  punctuationBeyond2: 0.176,
  han: 0.643,
  hanRun: 0.821,
  kana: 0.662,
  other: 0.35,
} as const;

/**
 * Estimates the tokens of a text by o200k_base. The mean error is 5 % for transcripts and code, 2 to 10 % by kind of text. One pass,
 * without tables to load. Never negative; appending text never lowers the estimate.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let previous = -1;
  let run = 0;
  let lastCapital = -9;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const kind = code < 128 ? ASCII_KINDS[code] : kindBeyondAscii(code);
    run = kind === previous ? run + 1 : 1;
    switch (kind) {
      case LETTER:
        if (run === 1) {
          tokens += WEIGHT.wordStart;
          if (previous === DIGIT) tokens += WEIGHT.wordAfterDigit;
        } else if (run > 4) tokens += WEIGHT.letterBeyond4;
        if (code <= 90) {
          const distance = index - lastCapital;
          if (run > 1 && distance > 1) {
            tokens += WEIGHT.capitalInWord;
            if (distance <= 3) tokens += WEIGHT.restlessCapital;
          }
          lastCapital = index;
        }
        break;
      case DIGIT:
        if (run % 3 === 1) tokens += WEIGHT.digitGroup;
        if (run === 1 && previous === LETTER) tokens += WEIGHT.digitAfterLetter;
        break;
      case SPACE:
        if (run === 2) tokens += WEIGHT.spaceRun;
        break;
      case BREAK:
        if (run === 1) tokens += WEIGHT.breakRun;
        break;
      case PUNCTUATION:
        if (run === 1) {
          tokens += WEIGHT.punctuationRun;
          if (previous === SPACE) tokens += WEIGHT.punctuationAfterSpace;
        } else if (run > 2) tokens += WEIGHT.punctuationBeyond2;
        break;
      case HAN_OR_HANGUL:
        tokens += run === 1 ? WEIGHT.han + WEIGHT.hanRun : WEIGHT.han;
        break;
      case KANA:
        tokens += WEIGHT.kana;
        break;
      default:
        tokens += WEIGHT.other;
    }
    previous = kind ?? OTHER;
  }
  return Math.ceil(tokens);
}

function kindBeyondAscii(code: number): number {
  if (code >= 0x3040 && code <= 0x30ff) return KANA;
  const isHan = code >= 0x3400 && code <= 0x9fff;
  return isHan || (code >= 0xac00 && code <= 0xd7af) ? HAN_OR_HANGUL : OTHER;
}
