import fc from 'fast-check';

/** Generates many different lines, possibly with an error among them and a status at the end. */
export function logArbitrary(): fc.Arbitrary<string> {
  return fc
    .record({
      steps: fc.integer({ min: 10, max: 90 }),
      error: fc.constantFrom(
        undefined,
        'Error: Cannot find module "./c.ts"',
        `error TS2345: ${'x'.repeat(300)}`,
      ),
      last: fc.constantFrom('Done in 2.1 s', 'exit code 1', '1 failed, 11 passed ❌', ''),
    })
    .map(({ steps, error, last }) => {
      const lines = Array.from(
        { length: steps },
        (_, at) => `[${at + 1}/${steps}] compiled src/module-${at * 7}.ts`,
      );
      if (error !== undefined) lines.splice(Math.floor(steps / 2), 0, error);
      return [...lines, last].join('\n');
    });
}
