/** Character classes of the scanner. */
export const OTHER = 0;
/** Letters, digits and `_` of scripts with spaces between words. */
export const WORD = 1;
/** Joins words to one run if it is between them or before one: `. : - / @ ~ + #` and currency signs. */
export const JOINER = 2;
/** Letters of scripts without spaces: Chinese, Japanese, Thai and related ones. */
export const DENSE = 3;

const TABLE = new Uint8Array(0x1_00_00);
fill(WORD, '0-9 A-Z a-z _ \u00c0-\u1fff \u2c00-\u2fdf \ua000-\uabff \uac00-\ud7ff');
fill(JOINER, '. / : - @ ~ + # $ € £ ¥');
// Punctuation within the ranges of these scripts.
fill(OTHER, '\u00d7 \u00f7 \u037e \u0387 \u055a-\u055f \u0589 \u058a \u05be \u05c0 \u05c3 \u05c6');
fill(OTHER, '\u060c \u061b \u061f \u066a \u066d \u06d4 \u0964 \u0965 \u1361-\u1364 \u1680');
fill(DENSE, '\u0e00-\u0eff \u1000-\u109f \u1780-\u17ff \u3040-\u30ff \u3400-\u9fff');
fill(DENSE, '\uf900-\ufaff \uff66-\uff9d');

/** Sets the class of characters, and of ranges from the first to the last character. */
function fill(kind: number, ranges: string): void {
  for (const range of ranges.split(' ')) {
    TABLE.fill(kind, range.charCodeAt(0), range.charCodeAt(range.length - 1) + 1);
  }
}

/** @param code UTF-16 code of a character, as of `charCodeAt` */
export function characterClass(code: number): number {
  return TABLE[code]!;
}

/** Returns whether a text has a letter of a script without spaces. */
export function hasDense(text: string): boolean {
  for (let at = 0; at < text.length; at += 1)
    if (characterClass(text.charCodeAt(at)) === DENSE) return true;
  return false;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Returns whether a character is a small letter of ASCII. */
export function isLower(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

/** Returns whether a character is a capital letter of ASCII. */
export function isUpper(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}
