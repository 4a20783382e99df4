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

/** Characters of each class: UTF-16 units and ranges of them, in hexadecimal. */
const CLASSES: readonly (readonly [sentenceClass: number, units: string])[] = [
  [OTHER, '0-7f a1-bf d7 f7'],
  // Dashes, marks, arrows, mathematics, box drawing, dingbats.
  [OTHER, '2010-2027 2030-205e 20a0-20c0 2190-2307 230c-2328 232b-24b5 24ea-275a 2794-27be'],
  [OTHER, '2b00-2b55 3003 3012-3013 301c 30fb'],
  [OTHER, 'ff02-ff07 ff0a-ff0b ff0f ff1c-ff1e ff20 ff5e'],
  [LOWER, '61-7a aa b5 ba df-f6 f8-ff ff41-ff5a'],
  [UPPER, '41-5a c0-d6 d8-de ff21-ff3a'],
  [NUMERIC, '30-39 660-669 6f0-6f9 ff10-ff19'],
  // Hebrew, Arabic, kana, Han, Hangul, halfwidth katakana.
  [LETTER, '5d0-5ea 620-64a 671-6d3 3005-3007 3041-3096 309d-309f 30a1-30fa 30fc-30ff'],
  [LETTER, '3400-4dbf 4e00-9fff ac00-d7a3 ff66-ff9d'],
  [SPACE, '9 b-c 20 a0 2000-200a 202f 3000'],
  [CLOSE, '22 27-29 5b 5d 7b 7d ab bb 2018-201f 2039-203a 2045-2046 275b-2760 3008-3011 3014-301b'],
  [CLOSE, 'ff08-ff09 ff3b ff3d ff5b ff5d ff62-ff63'],
  [CONTINUE, '2c-2d 3a-3b 60c-60d 2013-2014 3001 ff0c-ff0d ff1a-ff1b ff64'],
  [EXTEND, 'ad 300-36f 64b-65f 200b-200f fe00-fe0f feff'],
  [FULL_STOP, '2e 2024 ff0e'],
  [TERMINATOR, '21 3f 61d-61f 6d4 203c-203d 2047-2049 3002 ff01 ff1f ff61'],
  [LINE_END, 'a d 2028-2029'],
  [SURROGATE, 'd800-dfff'],
];

/** Latin, Greek and Cyrillic after Latin-1: letters with case only, the rest is unknown. */
const CASED = '100-17f 386-3ce 400-481 48a-52f';

/** Class of each UTF-16 unit. */
export const SENTENCE_CLASSES: Uint8Array = /* @__PURE__ */ sentenceClasses();

function sentenceClasses(): Uint8Array {
  const classes = new Uint8Array(0x10000).fill(UNKNOWN);
  for (const [sentenceClass, units] of CLASSES)
    for (const [first, last] of parseRanges(units)) classes.fill(sentenceClass, first, last + 1);
  for (const [first, last] of parseRanges(CASED))
    for (let unit = first; unit <= last; unit++) {
      const character = String.fromCharCode(unit);
      if (character.toLowerCase() !== character) classes[unit] = UPPER;
      else if (character.toUpperCase() !== character) classes[unit] = LOWER;
    }
  return classes;
}

function parseRanges(units: string): (readonly [first: number, last: number])[] {
  return units.split(' ').map((range) => {
    const [first = '', last = first] = range.split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}
