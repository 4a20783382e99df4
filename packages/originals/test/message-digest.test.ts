import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageDigest } from '../src/message-digest.ts';
import { portableSha256, sha256 } from '../src/sha256.ts';
import { throughJson } from './rounds.ts';

test('a digest does not depend on member order or a JSON round trip', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(messageDigest(throughJson([value])[0])).toBe(messageDigest(value));
    }),
    { numRuns: 500 },
  );
  const lively = {
    date: new Date(5),
    url: new URL('https://a.b'),
    none: undefined,
    no: [undefined],
  };
  const odd = { ...lively, nan: Number.NaN, zero: -0, call: () => 1, symbol: Symbol('s') };
  expect(messageDigest(JSON.parse(JSON.stringify(odd)))).toBe(messageDigest(odd));
});

test('different values have different digests', () => {
  const different: unknown[] = [
    'a',
    ['a'],
    { a: 'a' },
    1,
    '1',
    1n,
    null,
    {},
    [],
    '\u{D800}',
    '\u{DC00}',
    '\u{FFFD}',
    '🙂',
    new Uint8Array([1]),
    new Map([['a', 1]]),
    ['a', 1],
  ];
  expect(new Set(different.map(messageDigest)).size).toBe(different.length);
});

test('rejects a value that contains itself', () => {
  const self: unknown[] = [];
  self.push({ self });
  expect(() => messageDigest(self)).toThrow('has more than 100 levels');
});

test('the portable SHA-256 equals the native one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(sha256(text)).toBe(portableSha256(text));
    }),
  );
  expect(portableSha256('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('hashes a long text correctly, wherever its chunks are split', () => {
  for (const shift of ['', 'a', 'ab']) {
    const text = `${shift}${'🙂'.repeat(600_000)}é`;
    const expected = createHash('sha256').update(Buffer.from(text)).digest('hex');
    expect(sha256(text)).toBe(expected);
    expect(portableSha256(text)).toBe(expected);
  }
});
