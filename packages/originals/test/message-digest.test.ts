import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalText, messageDigest } from '../src/message-digest.ts';
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

test('canonical text is JSON with sorted members', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalText(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 500 },
  );
  expect(canonicalText({ b: [1, { d: null, c: '\u{D800}' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"\\ud800","d":null}]}',
  );
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
    new Uint8Array([2]),
    { bytes: 'AQ==' },
    new Map([['a', 1]]),
    new Map([['a', 2]]),
    new Set(['a', 1]),
    ['a', 1],
  ];
  expect(new Set(different.map(messageDigest)).size).toBe(different.length);
});

test('digests deep values, and rejects circular ones', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 200_000; level += 1) deep = [deep];
  expect(messageDigest(deep)).toMatch(/^[0-9a-f]{64}$/);
  const self: unknown[] = [];
  self.push({ self });
  expect(() => messageDigest(self)).toThrow('at $[0].self the value contains itself');
  const twice = { a: 1 };
  expect(canonicalText([twice, twice])).toBe('[{"a":1},{"a":1}]');
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
