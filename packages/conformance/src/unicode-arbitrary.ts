import fc from 'fast-check';

/** Each text has broken a slice, a count, a pattern or a comparison. */
const HORRORS = [
  '中文没有空格，也要算。',
  'Всё это нужно проверить! Ещё раз?',
  'هل هذا صحيح؟ نعم.',
  'ไทยไม่มีช่องว่างระหว่างคำ',
  '한국어 문장입니다. 끝。',
  '👩‍👩‍👧‍👦 family, 🏳️‍🌈 flag, 🇩🇪🇫🇷 letters, 👍🏽 tone, ❤️ selector',
  'e\u0301 is not \u00e9, \ufb01 is not fi, \u212b is not \u00c5',
  `z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309 marks on marks`,
  '\u202eturned around\u202c, \u2066isolated\u2069, \u200b\u200c\u200d\u2060 nothing to see',
  '\ufeffa byte order mark, and \ufeff another',
  'nothing\u0000 bell\u0007 escape\u001b[31mred\u001b[0m delete\u007f next\u0085line',
  'one\u2028two\u2029three\vfour\ffive\u00a0six\u3000seven',
  'first\r\nsecond\r\n',
  'old\rline\rends\r\r\n',
  '\u{e0041}\u{e0042} tags, \ue000 private, \uffff no character, \u{10ffff} the last one',
  'ǅ İ ı ß ẞ ς: case and back changes them',
  ' \u00a0\u2003\u3000 ',
  '__proto__',
  `x${'\r\n'.repeat(30)}`,
] as const;

/** Malformed texts, which a repaired history no longer contains. */
const HALVES = [
  '\ud83d begins with half a character',
  'half a character \ud83d here',
  'ends with half a character \ud83d',
  '\udc00\ud800 halves the wrong way round',
] as const;

/** Characters of one to eleven UTF-16 units: a cut at any index falls inside one of them. */
const UNITS = ['中', '😀', 'e\u0301', '👍🏽', '👩‍👩‍👧‍👦', '\u0000', 'a-', '. ', '`', '['] as const;

/**
 * Generates texts that reveal code that takes a UTF-16 unit for a character, a line feed for the only line break, or English
 * for the only language.
 */
export function unicodeArbitrary(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...HORRORS) },
    { weight: 2, arbitrary: fc.constantFrom(...HALVES) },
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    {
      weight: 2,
      arbitrary: fc
        .record({
          before: fc.nat(2),
          unit: fc.constantFrom(...UNITS),
          times: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 100, max: 700 })),
        })
        .map(({ before, unit, times }) => `${'x'.repeat(before)}${unit.repeat(times)}`),
    },
  );
}
