import fc from 'fast-check';
import { inclusionArbitrary, markerArbitrary } from './marker-arbitrary.ts';

/** Lengths at which strategies change what they do, in UTF-16 units. */
const LIMITS = [512, 512, 80, 120, 200, 250, 400, 500, 1_000, 1_200] as const;

/**
 * Generates texts that have caused failures: blank, long, with many lines, with code and files, in other scripts, with halves of
 * characters, with forged markers.
 */
export function textArbitrary(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.lorem({ maxCount: 30 }) },
    fc.string({ maxLength: 40 }),
    { weight: 3, arbitrary: unicodeArbitrary() },
    fc.constantFrom(
      'ok',
      '',
      'Error: ENOENT: no such file',
      'Exit code 1\nFAILED tests/a.test.ts\n1 failed',
      'Use AKIAIOSFODNN7EXAMPLE for the upload, nothing else.',
    ),
    { weight: 4, arbitrary: markerArbitrary() },
    fc.integer({ min: 1, max: 60 }).map((lines) => 'a line of output\n'.repeat(lines)),
    inclusionArbitrary(),
    { weight: 4, arbitrary: fencedArbitrary() },
    { weight: 3, arbitrary: limitTextArbitrary() },
  );
}

/** Generates texts as long as a limit, one unit more or less, or a few more. */
function limitTextArbitrary(): fc.Arbitrary<string> {
  return fc
    .record({
      limit: fc.constantFrom(...LIMITS),
      beyond: fc.oneof(fc.integer({ min: -1, max: 1 }), fc.integer({ min: 2, max: 25 })),
      words: fc.lorem({ maxCount: 6 }),
    })
    .map(({ limit, beyond, words }) =>
      `${words} `.repeat(Math.ceil((limit + beyond) / words.length)).slice(0, limit + beyond),
    );
}

/** Generates texts of many lines and at least 2,000 characters, as users paste and models write them. */
export function longTextArbitrary(): fc.Arbitrary<string> {
  return fc
    .record({
      lines: fc.array(fc.lorem({ maxCount: 12 }), { minLength: 1, maxLength: 4 }),
      length: fc.oneof(fc.constantFrom(2_000, 2_001), {
        weight: 4,
        arbitrary: fc.integer({ min: 2_002, max: 2_500 }),
      }),
    })
    .map(({ lines, length }) => {
      let text = '';
      for (let at = 0; text.length < length; at += 1)
        text += `${at}. ${lines[at % lines.length]}\n`;
      return text.slice(0, length);
    });
}

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
function unicodeArbitrary(): fc.Arbitrary<string> {
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

const PROSE = [
  'We looked at the pool, and the limit of 12 connections is kept by nobody.',
  'However, the driver must not be replaced: the old cluster depends on it.',
  'Version 2.5.1 of the app, e.g. as Dr. Who has it, costs $3.75.',
  '- a requirement without a full stop\n- another one',
  'No, do not use that one.',
  '数据库必须保持不变。请先检查。',
] as const;

const CODE = [
  'export const limit = 12;',
  'if (open > limit) throw new Error("error: too many");',
  '',
  '    return pool.acquire({ wait: true });',
  '# not a heading, and [no](link)',
  'SELECT name FROM pools WHERE size > 12;',
] as const;

/** Forms of code in text: closed, unclosed, nested, with other line breaks, in lists and quotations, indented, and without a fence. */
const SHOWN: readonly ((code: string) => string)[] = [
  (code) => `\`\`\`ts\n${code}\n\`\`\``,
  (code) => `\`\`\`ts\n${code}\n`,
  (code) => `\`\`\`\`md\nAn example:\n\`\`\`ts\n${code}\n\`\`\`\nand more\n\`\`\`\``,
  (code) => `~~~\n${code}\n\`\`\`\n~~~`,
  (code) => `\`\`\`ts\r\n${code.replaceAll('\n', '\r\n')}\r\n\`\`\``,
  (code) => `   \`\`\`\n${code}\n  \`\`\`\`  `,
  (code) => `1. Then:\n   \`\`\`ts\n   ${code.replaceAll('\n', '\n   ')}\n   \`\`\``,
  (code) => `> \`\`\`\n> ${code.replaceAll('\n', '\n> ')}\n> \`\`\``,
  (code) => code.replaceAll(/^/gm, '    '),
  (code) => `\`\`\` is no fence, and \`${code.slice(0, 20)}\` is none either`,
];

/** Generates prose with code in it, as models write it and users paste it. */
function fencedArbitrary(): fc.Arbitrary<string> {
  const prose = fc
    .array(fc.constantFrom(...PROSE), { maxLength: 5 })
    .map((sentences) => sentences.join(' '));
  const code = fc
    .array(fc.constantFrom(...CODE), { minLength: 1, maxLength: 9 })
    .map((lines) => lines.join('\n'));
  return fc
    .record({
      before: prose,
      code,
      show: fc.constantFrom(...SHOWN, ...SHOWN.slice(0, 3)),
      after: fc.option(prose, { nil: '' }),
    })
    .map(({ before, code: shown, show, after }) =>
      [before, show(shown), after].filter((part) => part !== '').join('\n\n'),
    );
}
