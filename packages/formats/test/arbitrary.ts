import fc from 'fast-check';

/** Without negative zero, which `JSON.stringify` turns into 0. */
export const anything: fc.Arbitrary<unknown> = fc
  .jsonValue({ maxDepth: 2 })
  .map((value): unknown => JSON.parse(JSON.stringify(value)));
export const id: fc.Arbitrary<unknown> = fc.oneof(fc.constantFrom('a', 'b', ''), anything);
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constant('\ud800'),
);
export const optional: { requiredKeys: [] } = { requiredKeys: [] };
export const unknownPart: fc.Arbitrary<unknown> = fc.oneof(
  anything,
  fc.record({ type: fc.constant('novelty'), data: anything }),
);
