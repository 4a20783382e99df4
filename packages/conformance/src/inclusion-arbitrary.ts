import fc from 'fast-check';

const END = '--- End of content ---';

/** Files as hosts include them in what people say: under other names of the same path, closed once for several, with closing lines in them. */
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
