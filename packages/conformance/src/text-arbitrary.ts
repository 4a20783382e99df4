import fc from 'fast-check';
import { fencedArbitrary } from './fenced-arbitrary.ts';
import { inclusionArbitrary } from './inclusion-arbitrary.ts';
import { markArbitrary } from './mark-arbitrary.ts';
import { unicodeArbitrary } from './unicode-arbitrary.ts';

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
    { weight: 4, arbitrary: markArbitrary() },
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
