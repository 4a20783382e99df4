import fc from 'fast-check';

const line = fc.constantFrom(
  'a',
  'b',
  'c',
  'd',
  ' a',
  '\ta',
  'A',
  'a ',
  'b\r',
  '',
  'if (x) {',
  '}',
);

/** Short texts from few distinct lines, so that equal and similar ones are frequent. Some are not eligible. */
export const historyTexts: fc.Arbitrary<(string | undefined)[]> = fc
  .array(fc.array(line, { maxLength: 12 }), { minLength: 1, maxLength: 4 })
  .chain((bases) => {
    const variant = fc
      .record({
        base: fc.constantFrom(...bases),
        at: fc.nat(12),
        with: fc.array(line, { maxLength: 2 }),
        isEligible: fc.boolean(),
      })
      .map(({ base, at, with: other, isEligible }) => {
        const text = base.toSpliced(at, other.length, ...other).join('\n');
        return isEligible || other.length > 0 ? text : undefined;
      });
    return fc.array(variant, { maxLength: 14 });
  });
