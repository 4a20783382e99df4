import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOriginal, writeOriginal } from '../src/stored-original.ts';

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

class Message {
  readonly role = 'user';
  readonly #hidden = 1;
  hidden(): number {
    return this.#hidden;
  }
}

test.each<[unknown]>([
  [{ missing: undefined, b: [undefined], a: 2, 7: 'seven' }],
  [{ at: new Date(5), from: new URL('https://a.b/c?d=e') }],
  [[new Message(), Object.create(null)]],
  [JSON.parse('{"__proto__":{"a":1},"constructor":null}')],
])('stores %o as JSON.stringify writes it', (value) => {
  expect(writeOriginal(value)).toBe(`json:${JSON.stringify(value)}`);
});

test('stores a value of 100 levels, and rejects a deeper one', () => {
  let deep: unknown = 'a';
  for (let level = 0; level < 100; level += 1) deep = [deep];
  expect(roundTrip(deep)).toEqual(deep);
  expect(() => writeOriginal([deep])).toThrow('has more than 100 levels');
});

test.each(['', 'json', 'json:', 'json:{', 'other:1', 'json-other:1'])(
  'a text that was never written is none: %s',
  (text) => {
    expect(readOriginal(text)).toBeUndefined();
  },
);
