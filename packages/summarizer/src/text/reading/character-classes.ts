import { WIDE_EMPHASIS } from '../words/phrases.ts';

/** Character classes of the word reader, as bits. */
export const UPPER = 1;
export const LOWER = 2;
export const DIGIT = 4;
export const UNDERSCORE = 8;
/** Not a plain consonant: `a e i o u y`, and letters beyond ASCII. */
export const VOWEL = 16;
/** Letters and marks of caseless scripts with spaces between words, or with none. */
export const LETTER = 32;
/** Two columns wide: Han, kana, Hangul, fullwidth punctuation. */
export const WIDE = 64;
export const KATAKANA = 128;
/** Han, kana and Hangul, without punctuation. */
export const SYLLABLE = 256;
/** Joins words to paths: `/`, `\`, `.`, `-`. */
export const JOINER = 512;
/** Needs a closer look: colons, backticks, opening quotes. */
export const MARK = 1024;
/** Counter after a number: `3个`. */
export const COUNTER = 2048;
/** Han and kana that connect words rather than being part of one. */
export const PARTICLE = 4096;
/** Starts an emphasizing phrase in a script without spaces between words. */
export const OPENS_WIDE_EMPHASIS = 8192;

export const WORD: number = UPPER | LOWER | DIGIT | UNDERSCORE | LETTER;

/** Bits, then pairs of first and last unit. */
const RANGES: readonly (readonly [bits: number, ...ends: number[]])[] = [
  [DIGIT, 0x30, 0x39, 0x660, 0x669, 0x6f0, 0x6f9, 0x966, 0x96f],
  [DIGIT | WIDE, 0xff10, 0xff19],
  [LOWER, 0x61, 0x7a],
  [UPPER, 0x41, 0x5a],
  [WIDE, 0x3000, 0x3003, 0x3008, 0x303f, 0xff01, 0xff0f, 0xff1a, 0xff60],
  [WIDE | SYLLABLE, 0x3005, 0x3007, 0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xac00, 0xd7a3, 0xf900, 0xfaff],
  [WIDE | SYLLABLE | PARTICLE, 0x3041, 0x309f],
  [WIDE | SYLLABLE | KATAKANA, 0x30a1, 0x30fa, 0x30fc, 0x30ff],
  // Hebrew, Arabic, the scripts of India, Thai and related ones, Georgian, Hangul letters, Ethiopic, Khmer, Mongolian.
  [LETTER | VOWEL, 0x300, 0x36f, 0x591, 0x5bd, 0x5bf, 0x5bf, 0x5c1, 0x5c2, 0x5d0, 0x5ea],
  [LETTER | VOWEL, 0x610, 0x61a, 0x620, 0x65f, 0x66e, 0x6d3, 0x6d5, 0x6dc, 0x6df, 0x6ef],
  [LETTER | VOWEL, 0x6fa, 0x6ff, 0x700, 0x963, 0x971, 0xe4e, 0xe80, 0xf03, 0xf20, 0x1049],
  [LETTER | VOWEL, 0x1050, 0x1360, 0x1369, 0x166c, 0x166f, 0x17d3, 0x17d7, 0x17d7, 0x17dc, 0x17ff],
  [LETTER | VOWEL, 0x180b, 0x1dff, 0x200c, 0x200d],
];

const SINGLES: readonly (readonly [bits: number, characters: string])[] = [
  [UNDERSCORE, '_'],
  [JOINER, '-./\\'],
  [MARK, ':`«“'],
  [MARK | WIDE, '《「『'],
  [WIDE, '・'],
];

/** Latin, Greek, Cyrillic and Armenian beyond ASCII, where case decides: pairs of first and last unit. */
const CASED = [0xaa, 0x24f, 0x370, 0x587, 0x1e00, 0x1fff];

/** Han and kana counters after a number. */
const WIDE_UNITS =
  '个個名人件次回秒分时時小天日号周週月年元円圆块塊台条條张張种種度倍层層篇页頁章行列点點岁歳位家间間套楼米公吨万億亿千百万차개명번초분시일월년원';

/** Han characters that connect words. Hiragana counts as connecting too. */
const PARTICLES =
  '的了是在我你您他她它们這这那不和有就都也很把被让讓给給与與及或而但对對到从從为為以于於之着过過吗嗎呢吧啊哦会會能要想请請可';

/** Classes by UTF-16 unit; 0 for punctuation, space and surrogates. */
export const CHARACTER_CLASSES: Uint16Array = /* @__PURE__ */ characterClasses();

function characterClasses(): Uint16Array {
  const classes = new Uint16Array(0x10000);
  for (const [bits, ...ends] of RANGES)
    for (let at = 0; at < ends.length; at += 2) classes.fill(bits, ends[at], ends[at + 1]! + 1);
  for (const [bits, characters] of SINGLES)
    for (const unit of unitsOf(characters)) classes[unit] = bits;
  for (let at = 0; at < CASED.length; at += 2)
    for (let unit = CASED[at]!; unit <= CASED[at + 1]!; unit++) {
      const character = String.fromCharCode(unit);
      if (character.toLowerCase() !== character) classes[unit] = UPPER | VOWEL;
      else if (character.toUpperCase() !== character) classes[unit] = LOWER | VOWEL;
    }
  for (const unit of unitsOf('aeiouyAEIOUY')) classes[unit]! |= VOWEL;
  for (const unit of unitsOf(WIDE_UNITS)) classes[unit]! |= COUNTER;
  for (const unit of unitsOf(PARTICLES)) classes[unit]! |= PARTICLE;
  for (const phrase of WIDE_EMPHASIS) classes[phrase.charCodeAt(0)]! |= OPENS_WIDE_EMPHASIS;
  return classes;
}

function unitsOf(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
