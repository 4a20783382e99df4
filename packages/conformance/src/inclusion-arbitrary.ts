import fc from 'fast-check';

const END = '--- End of content ---';

/**
 * Generates text with files that a host included in a user message: under several names of one path, with one closing line for several
 * files, or with closing lines in their content.
 */
export function inclusionArbitrary(): fc.Arbitrary<string> {
  const file = fc.record({
    path: fc.constantFrom('a.ts', 'a.ts', 'src/b.ts', './a.ts', 'src/../a.ts', '/w/a.ts'),
    content: fc.oneof(
      { weight: 2, arbitrary: fc.lorem({ maxCount: 8 }) },
      fc.constantFrom(`before\n${END}\nbehind it`, '', '\n\n', `--- no path\n---\n---  ---`),
    ),
    isClosed: fc.nat(4).map((roll) => roll > 0),
  });
  return fc
    .record({
      before: fc.constantFrom('See:', '', 'Is this right?\n'),
      files: fc.array(file, { minLength: 1, maxLength: 3 }),
      after: fc.constantFrom('thanks', '', `\n\n\n${END}`),
    })
    .map(({ before, files, after }) => {
      const shown = files.map(({ path, content, isClosed }) =>
        [`--- ${path} ---`, content, ...(isClosed ? [END] : [])].join('\n'),
      );
      return [before, ...shown, after].filter((part) => part !== '').join('\n');
    });
}
