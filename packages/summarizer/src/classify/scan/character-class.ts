/**
 * Class of a UTF-16 unit for the scanner. The order matters: classes up to `LETTER` need no check, those from `LOWER` to `UNDERSCORE` form
 * words, those from `COLON` on are the special characters whose share is measured. A set of classes is a number with one bit per class.
 */
export const OTHER = 0;
export const COMMA = 1;
/** Punctuation that ends a sentence, in any script. */
export const STOP = 2;
/** Han and kana: about two units per word, and no spaces between words. */
export const IDEOGRAPH = 3;
/** Thai, Lao, Khmer, Burmese, Tibetan: about four units per word, and no spaces between words. */
export const SYLLABLE = 4;
export const SPACE = 5;
export const LOWER = 6;
/** A letter outside ASCII, of a script with spaces between words. */
export const LETTER = 7;
export const UPPER = 8;
export const DIGIT = 9;
export const UNDERSCORE = 10;
export const SLASH = 11;
export const DASH = 12;
export const QUOTE = 13;
/** One of the 25 mathematical symbols. */
export const MATH = 14;
export const NEWLINE = 15;
export const COLON = 16;
export const SEMICOLON = 17;
export const OPEN_PAREN = 18;
export const CLOSE_PAREN = 19;
export const OPEN_BRACE = 20;
export const CLOSE_BRACE = 21;
export const BRACKET = 22;
export const LESS = 23;
export const GREATER = 24;
export const PIPE = 25;
export const DOLLAR = 26;
export const EQUALS = 27;
export const AT = 28;
export const BACKSLASH = 29;
/** Special characters that share one class: `#%^&*+~` and the backtick. */
export const SIGN = 30;

export function classes(...kinds: readonly number[]): number {
  return kinds.reduce((set, kind) => set | (1 << kind), 0);
}

/** Returns the set of all classes from one to another. */
function classRange(first: number, last: number): number {
  return 2 ** (last + 1) - 2 ** first;
}

export const SPECIALS: number = classRange(COLON, SIGN);
export const WORD_CLASSES: number = classRange(LOWER, UNDERSCORE);

export const CLASS_TABLE: Uint8Array = makeTable();

/** Returns the class of the unit at `index`; `NEWLINE` outside the text. */
export function classAt(text: string, index: number): number {
  return index >= 0 && index < text.length ? CLASS_TABLE[text.charCodeAt(index)]! : NEWLINE;
}

export function isWordAt(text: string, index: number): boolean {
  return isWord(classAt(text, index));
}

export function isWord(kind: number): boolean {
  return kind >= LOWER && kind <= UNDERSCORE;
}

/** Returns whether the unit at `index` is a letter of a script with spaces between words. */
export function isLetterAt(text: string, index: number): boolean {
  const kind = classAt(text, index);
  return kind >= LOWER && kind <= UPPER;
}

/** Returns the end of the word that starts at `start`; `start` if there is none. */
export function wordEnd(text: string, start: number): number {
  let end = start;
  while (isWordAt(text, end)) end++;
  return end;
}

function makeTable(): Uint8Array {
  const table = new Uint8Array(0x1_0000).fill(OTHER);
  const ranges: readonly (readonly [kind: number, ...ends: number[]])[] = [
    [LOWER, 0x61, 0x7a],
    [UPPER, 0x41, 0x5a],
    [DIGIT, 0x30, 0x39],
    [LETTER, 0xb5, 0xb5, 0xc0, 0x1fff, 0x2c00, 0x2dff, 0xa640, 0xabff, 0xac00, 0xd7af],
    [LETTER, 0xfb00, 0xfdff, 0xfe70, 0xfefc, 0xff10, 0xff19, 0xff21, 0xff3a, 0xff41, 0xff5a],
    [SYLLABLE, 0x0e00, 0x0fff, 0x1000, 0x109f, 0x1780, 0x17ff],
    [IDEOGRAPH, 0x2e80, 0x2fdf, 0x3005, 0x3007, 0x3041, 0x30ff, 0x3105, 0x318f, 0x31a0, 0x31bf],
    [IDEOGRAPH, 0x31f0, 0x31ff, 0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xf900, 0xfaff, 0xff66, 0xff9f],
    // High surrogates of the rarer ideographs.
    [IDEOGRAPH, 0xd840, 0xd887],
    [SPACE, 0x1680, 0x1680, 0x2000, 0x200a],
  ];
  for (const [kind, ...ends] of ranges)
    for (let index = 0; index < ends.length; index += 2)
      table.fill(kind, ends[index], ends[index + 1]! + 1);
  const singles: readonly (readonly [kind: number, characters: string])[] = [
    [UNDERSCORE, '_'],
    [SPACE, '\t\v\f \u00a0\u202f\u205f\u3000\ufeff'],
    [NEWLINE, '\n\r\u2028\u2029'],
    [STOP, '.!?…‼⁇⁈⁉。！？．｡؟۔।॥'],
    [COMMA, ',、，､،'],
    [SLASH, '/'],
    [DASH, '-'],
    [QUOTE, '"“”„«»「」『』'],
    [MATH, '∀∃∈∉⊆⊇∪∩∧∨¬→↔∑∏∫√∞≈≠≤≥±×÷'],
    [COLON, ':'],
    [SEMICOLON, ';'],
    [OPEN_PAREN, '('],
    [CLOSE_PAREN, ')'],
    [OPEN_BRACE, '{'],
    [CLOSE_BRACE, '}'],
    [BRACKET, '[]'],
    [LESS, '<'],
    [GREATER, '>'],
    [PIPE, '|'],
    [DOLLAR, '$'],
    [EQUALS, '='],
    [AT, '@'],
    [BACKSLASH, '\\'],
    [SIGN, '#%^&*+~`'],
  ];
  for (const [kind, characters] of singles)
    for (const character of characters) table[character.charCodeAt(0)] = kind;
  return table;
}
