import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOriginal } from '../src/read-original.ts';
import { writeOriginal } from '../src/write-original.ts';

const roundTrip = (value: unknown): unknown => readOriginal(writeOriginal(value))?.message;

test('restores any JSON value byte for byte', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const parsed: unknown = JSON.parse(JSON.stringify(value));
      expect(JSON.stringify(roundTrip(parsed))).toBe(JSON.stringify(parsed));
      expect(writeOriginal(parsed)).toBe(`json:${JSON.stringify(parsed)}`);
    }),
    { numRuns: 500 },
  );
});

const values: fc.Arbitrary<unknown> = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  key: fc.oneof(fc.string(), fc.constantFrom('__proto__', '$palimpsest:Map', '$palimpsest:Object')),
});

test('restores values beyond JSON: dates, maps, sets, typed arrays and bigints', () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(roundTrip(value)).toEqual(value);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  [undefined],
  [[undefined, Number.NaN, -0, 0, Infinity, -Infinity, 10n ** 30n]],
  [{ missing: undefined, b: 1, a: 2, 7: 'seven' }],
  [new Date(5)],
  [new Date(Number.NaN)],
  [new URL('https://a.b/c?d=e')],
  [new Map<unknown, unknown>([[new Date(1), new Set([undefined, new Map([[1n, -0]])])]])],
  [new Float32Array([1.5, Number.NaN])],
  [new DataView(new Uint8Array([1, 2, 3]).buffer, 1)],
  [new Uint8Array([1, 2, 3]).buffer],
  [new Uint8Array(20_000).fill(255)],
  [Buffer.from('text')],
  [JSON.parse('{"__proto__":{"$palimpsest:Date":5},"x":{"$palimpsest:Object":{"a":1}}}')],
])('%o comes back as what it was', (value) => {
  const back = roundTrip({ value });
  expect(back).toStrictEqual({ value });
  expect(JSON.stringify(back, withoutBigInt)).toBe(JSON.stringify({ value }, withoutBigInt));
});

function withoutBigInt(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

test('stores only the visible part of a buffer view', () => {
  const all = new TextEncoder().encode('secret|shown');
  expect(roundTrip(all.subarray(7))).toEqual(new TextEncoder().encode('shown'));
  expect(writeOriginal(all.subarray(7))).not.toContain(btoa('secret|'));
});

test('restores class instances as plain objects with their visible members, like structuredClone', () => {
  class Message {
    readonly role = 'user';
    readonly #hidden = 1;
    hidden(): number {
      return this.#hidden;
    }
  }
  expect(roundTrip([new Message(), Object.create(null)])).toStrictEqual([{ role: 'user' }, {}]);
});

test('restores a value nested 200,000 levels deep', () => {
  const depth = 200_000;
  let deep: unknown = new Date(3);
  for (let level = 0; level < depth; level += 1) deep = level % 2 === 0 ? [deep] : { deep };
  let back = roundTrip(deep);
  for (let level = depth - 1; level >= 0; level -= 1) {
    back = Array.isArray(back) ? back[0] : (back as { deep: unknown }).deep;
  }
  expect(back).toEqual(new Date(3));
});

test.each(['', 'json', 'json:', 'json:{', 'other:1', 'tagged:{"$palimpsest:Nothing":1}'])(
  'a text that was never written is none: %s',
  (text) => {
    expect(readOriginal(text)).toBeUndefined();
  },
);

test.each([
  '{"$palimpsest:bigint":"x"}',
  '{"$palimpsest:Float64Array":"AAA="}',
  '{"$palimpsest:Uint8Array":"%"}',
  '{"$palimpsest:Map":7}',
  '{"$palimpsest:__proto__":"x"}',
  '{"$palimpsest:constructor":"x"}',
])('a tag that nobody writes is none: %s', (body) => {
  expect(readOriginal(`tagged:${body}`)).toBeUndefined();
});
