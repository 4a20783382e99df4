import fc from 'fast-check';

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
    fc.integer({ min: 1, max: 60 }).map((lines) => 'a line of output\n'.repeat(lines)),
    fc
      .tuple(fc.constantFrom('a.ts', 'src/b.ts'), fc.lorem({ maxCount: 8 }))
      .map(
        ([path, content]) => `See:\n--- ${path} ---\n${content}\n--- End of content ---\nthanks`,
      ),
  );
}
