import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameValue } from '../src/index.ts';

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Replaces each object by a sorted list of its properties. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { members: members.map(([name, member]): unknown => [name, sorted(member)]) };
}

const written = (value: unknown): string => JSON.stringify(sorted(value));

test('JSON values are the same exactly if they are equal apart from the order of properties', () => {
  const small = fc.jsonValue({ maxDepth: 2 }).map(json);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.tuple(small, small),
        fc.jsonValue().map((x) => [json(x), json(x)]),
      ),
      ([a, b]) => {
        expect(sameValue(a, b)).toBe(written(a) === written(b));
      },
    ),
  );
});

test.each<[unknown, unknown]>([
  [{ a: 1, b: undefined }, { a: 1 }],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
  [new Date(5), new Date(5)],
  [{ at: new URL('https://a.test/') }, { at: new URL('https://a.test') }],
  [new Uint8Array([1, 2]), new Uint8Array([0, 1, 2]).subarray(1)],
  [Number.NaN, Number.NaN],
])('%o is the same as %o', (a, b) => {
  expect(sameValue(a, b)).toBe(true);
  expect(sameValue(b, a)).toBe(true);
});

test.each<[unknown, unknown]>([
  [{ a: 1 }, { a: 1, b: null }],
  [[], {}],
  [[1, 2], [1]],
  [{ a: [] }, { a: { length: 0 } }],
  [new Date(5), new Date(6)],
  [new Date(5), {}],
  [new URL('https://a.test'), new URL('https://b.test')],
  [new Uint8Array([1, 2]), new Uint8Array([1, 3])],
  [JSON.parse('{"__proto__":{"a":1}}'), {}],
  [{ a: 'text' }, { a: 'texts' }],
  [{ a: 0 }, { a: -0 }],
  [null, {}],
])('%o differs from %o', (a, b) => {
  expect(sameValue(a, b)).toBe(false);
  expect(sameValue(b, a)).toBe(false);
});
