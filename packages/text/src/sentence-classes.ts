/**
 * Sentence_Break classes of UAX #29 for common characters. `Intl.Segmenter` reads lines with an `UNKNOWN` character. A test compares every
 * listed class with `Intl.Segmenter`.
 */

const OTHER = 0;
export const NUMERIC = 1;
export const UPPER = 2;
export const LOWER = 3;
/** Letters of scripts without case. */
export const LETTER = 4;
export const SPACE = 5;
/** Quotes and brackets. */
export const CLOSE = 6;
/** Commas and similar: the sentence continues after them. */
export const CONTINUE = 7;
/** Combining marks and format characters: they belong to the character before them. */
export const EXTEND = 8;
/** Scanning stops at this class and the following ones. */
export const FULL_STOP = 9;
export const TERMINATOR = 10;
export const LINE_END = 11;
const SURROGATE = 12;
export const UNKNOWN = 13;

/** Pairs of first and last UTF-16 unit. */
type Ranges = readonly (readonly [first: number, last: number])[];

const CLASSES: readonly (readonly [sentenceClass: number, ranges: Ranges])[] = [
  [
    OTHER,
    [
      [0x00, 0x7f],
      [0xa1, 0xbf],
      [0xd7, 0xd7],
      [0xf7, 0xf7],
    ],
  ],
  // Dashes, marks, arrows, mathematics, box drawing, dingbats.
  [
    OTHER,
    [
      [0x2010, 0x2027],
      [0x2030, 0x205e],
      [0x20a0, 0x20c0],
      [0x2190, 0x2307],
      [0x230c, 0x2328],
      [0x232b, 0x24b5],
    ],
  ],
  [
    OTHER,
    [
      [0x24ea, 0x275a],
      [0x2794, 0x27be],
      [0x2b00, 0x2b55],
      [0x3003, 0x3003],
      [0x3012, 0x3013],
      [0x301c, 0x301c],
      [0x30fb, 0x30fb],
    ],
  ],
  [
    OTHER,
    [
      [0xff02, 0xff07],
      [0xff0a, 0xff0b],
      [0xff0f, 0xff0f],
      [0xff1c, 0xff1e],
      [0xff20, 0xff20],
      [0xff5e, 0xff5e],
    ],
  ],
  [
    LOWER,
    [
      [0x61, 0x7a],
      [0xaa, 0xaa],
      [0xb5, 0xb5],
      [0xba, 0xba],
      [0xdf, 0xf6],
      [0xf8, 0xff],
      [0xff41, 0xff5a],
    ],
  ],
  [
    UPPER,
    [
      [0x41, 0x5a],
      [0xc0, 0xd6],
      [0xd8, 0xde],
      [0xff21, 0xff3a],
    ],
  ],
  [
    NUMERIC,
    [
      [0x30, 0x39],
      [0x660, 0x669],
      [0x6f0, 0x6f9],
      [0xff10, 0xff19],
    ],
  ],
  // Hebrew, Arabic, kana, Han, Hangul, halfwidth katakana.
  [
    LETTER,
    [
      [0x5d0, 0x5ea],
      [0x620, 0x64a],
      [0x671, 0x6d3],
      [0x3005, 0x3007],
      [0x3041, 0x3096],
      [0x309d, 0x309f],
    ],
  ],
  [
    LETTER,
    [
      [0x30a1, 0x30fa],
      [0x30fc, 0x30ff],
      [0x3400, 0x4dbf],
      [0x4e00, 0x9fff],
      [0xac00, 0xd7a3],
      [0xff66, 0xff9d],
    ],
  ],
  [
    SPACE,
    [
      [0x09, 0x09],
      [0x0b, 0x0c],
      [0x20, 0x20],
      [0xa0, 0xa0],
      [0x2000, 0x200a],
      [0x202f, 0x202f],
      [0x3000, 0x3000],
    ],
  ],
  [
    CLOSE,
    [
      [0x22, 0x22],
      [0x27, 0x29],
      [0x5b, 0x5b],
      [0x5d, 0x5d],
      [0x7b, 0x7b],
      [0x7d, 0x7d],
      [0xab, 0xab],
      [0xbb, 0xbb],
    ],
  ],
  [
    CLOSE,
    [
      [0x2018, 0x201f],
      [0x2039, 0x203a],
      [0x2045, 0x2046],
      [0x275b, 0x2760],
      [0x3008, 0x3011],
      [0x3014, 0x301b],
    ],
  ],
  [
    CLOSE,
    [
      [0xff08, 0xff09],
      [0xff3b, 0xff3b],
      [0xff3d, 0xff3d],
      [0xff5b, 0xff5b],
      [0xff5d, 0xff5d],
      [0xff62, 0xff63],
    ],
  ],
  [
    CONTINUE,
    [
      [0x2c, 0x2d],
      [0x3a, 0x3b],
      [0x60c, 0x60d],
      [0x2013, 0x2014],
      [0x3001, 0x3001],
      [0xff0c, 0xff0d],
    ],
  ],
  [
    CONTINUE,
    [
      [0xff1a, 0xff1b],
      [0xff64, 0xff64],
    ],
  ],
  [
    EXTEND,
    [
      [0xad, 0xad],
      [0x300, 0x36f],
      [0x64b, 0x65f],
      [0x200b, 0x200f],
      [0xfe00, 0xfe0f],
      [0xfeff, 0xfeff],
    ],
  ],
  [
    FULL_STOP,
    [
      [0x2e, 0x2e],
      [0x2024, 0x2024],
      [0xff0e, 0xff0e],
    ],
  ],
  [
    TERMINATOR,
    [
      [0x21, 0x21],
      [0x3f, 0x3f],
      [0x61d, 0x61f],
      [0x6d4, 0x6d4],
      [0x203c, 0x203d],
      [0x2047, 0x2049],
    ],
  ],
  [
    TERMINATOR,
    [
      [0x3002, 0x3002],
      [0xff01, 0xff01],
      [0xff1f, 0xff1f],
      [0xff61, 0xff61],
    ],
  ],
  [
    LINE_END,
    [
      [0x0a, 0x0a],
      [0x0d, 0x0d],
      [0x2028, 0x2029],
    ],
  ],
  [SURROGATE, [[0xd800, 0xdfff]]],
];

/** Latin, Greek and Cyrillic after Latin-1: letters with case only, the rest is unknown. */
const CASED: Ranges = [
  [0x100, 0x17f],
  [0x386, 0x3ce],
  [0x400, 0x481],
  [0x48a, 0x52f],
];

/** Class of each UTF-16 unit. */
export const SENTENCE_CLASSES: Uint8Array = /* @__PURE__ */ sentenceClasses();

function sentenceClasses(): Uint8Array {
  const classes = new Uint8Array(0x10000).fill(UNKNOWN);
  for (const [sentenceClass, ranges] of CLASSES)
    for (const [first, last] of ranges) classes.fill(sentenceClass, first, last + 1);
  for (const [first, last] of CASED)
    for (let unit = first; unit <= last; unit++) {
      const character = String.fromCharCode(unit);
      if (character.toLowerCase() !== character) classes[unit] = UPPER;
      else if (character.toUpperCase() !== character) classes[unit] = LOWER;
    }
  return classes;
}
