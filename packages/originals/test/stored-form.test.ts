import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { messageDigest } from '../src/message-digest.ts';
import { portableSha256, sha256 } from '../src/sha256.ts';
import { readOriginal, writeOriginal } from '../src/stored-original.ts';
import { throughJson } from './rounds.ts';

test('any JSON value is stored byte for byte, with a digest that no member order or round trip changes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const parsed: unknown = JSON.parse(JSON.stringify(value));
      expect(writeOriginal(parsed)).toBe(`json:${JSON.stringify(parsed)}`);
      expect(JSON.stringify(readOriginal(writeOriginal(parsed))?.message)).toBe(
        JSON.stringify(parsed),
      );
      expect(messageDigest(throughJson([value])[0])).toBe(messageDigest(value));
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
])('%o is stored as JSON.stringify writes it', (value) => {
  const json = JSON.stringify(value);
  expect(writeOriginal(value)).toBe(`json:${json}`);
  expect(messageDigest(value)).toBe(messageDigest(JSON.parse(json)));
});

test('a value of 100 levels is stored, and a deeper one rejected', () => {
  let deep: unknown = 'a';
  for (let level = 0; level < 100; level += 1) deep = [deep];
  expect(readOriginal(writeOriginal(deep))?.message).toEqual(deep);
  for (const write of [writeOriginal, messageDigest]) {
    expect(() => write([deep])).toThrow('has more than 100 levels');
  }
});

test('both implementations of SHA-256 give the standard digest', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const expected = createHash('sha256').update(Buffer.from(text)).digest('hex');
      expect([sha256(text), portableSha256(text)]).toEqual([expected, expected]);
    }),
  );
});
