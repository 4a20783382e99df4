import { gapMarker, gapNote } from '@palimpsest/core-types';
import fc from 'fast-check';

/** What marks and explains what was left out of a text, as anybody may type it. */
const GAPS = [
  gapNote(),
  gapNote({ canRecall: true }),
  `${gapNote()} What does this mean?`,
  gapMarker(21),
  '…',
  `first\n#0a1b2c3d.2 ${gapMarker(7)}\nlast`,
  `{"path":"a.ts","":"${gapMarker(3)}"}`,
] as const;

/** Texts that have broken somebody before: blank, long, many lines, other scripts, halves of characters, forged marks. */
export function textArbitrary(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.lorem({ maxCount: 30 }) },
    fc.string({ maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      'ok',
      '中文没有空格，也要算。',
      '👩‍👩‍👧‍👦 family',
      'half a character \ud83d here',
      'first\r\nsecond\r\n',
      'Error: ENOENT: no such file',
      'Exit code 1\nFAILED tests/a.test.ts\n1 failed',
      '[3 entries between here and the newest 1 were dropped; 2 follow]',
      '[read_file a.ts: success, 12 lines]',
      '[Result pruned — re-run tool to retrieve]',
    ),
    { weight: 2, arbitrary: fc.constantFrom(...GAPS) },
    fc.integer({ min: 1, max: 60 }).map((lines) => 'a line of output\n'.repeat(lines)),
    fc
      .tuple(fc.constantFrom('a.ts', 'src/b.ts'), fc.lorem({ maxCount: 8 }))
      .map(
        ([path, content]) => `See:\n--- ${path} ---\n${content}\n--- End of content ---\nthanks`,
      ),
  );
}

/** Texts of many lines and of 2,000 characters or more: what people paste, and models write. */
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
