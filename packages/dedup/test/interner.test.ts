import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createInterner } from '../src/interner.ts';

const text = fc.string({ unit: fc.constantFrom('0', '1', ' ', 'a'), maxLength: 12 });

test('numbers are equal exactly when texts are, for any piece length and map size', () => {
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 40 }),
      fc.record({
        pieceLength: fc.integer({ min: 1, max: 4 }),
        mapSize: fc.integer({ min: 1, max: 5 }),
      }),
      (texts, options) => {
        const interner = createInterner(options);
        const numbers = texts.map((one) => interner.intern(one));
        for (const [index, number] of numbers.entries()) {
          expect(numbers.indexOf(number)).toBe(texts.indexOf(texts[index]!));
          expect(number).toBeLessThan(interner.size);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test('distinguishes texts with lengths below, at and above the piece length', () => {
  const { intern } = createInterner();
  const numbers = [8_191, 8_192, 8_193, 16_384, 16_385].flatMap((length) => [
    intern('a'.repeat(length)),
    intern(`${'a'.repeat(length - 1)}b`),
    intern(`b${'a'.repeat(length - 1)}`),
  ]);
  expect(new Set(numbers).size).toBe(15);
  expect(intern('a'.repeat(16_385))).toBe(numbers[12]);
});

test('numbers short texts consecutively from 0', () => {
  const interner = createInterner();
  expect(['b', 'a', 'b', ''].map((one) => interner.intern(one))).toEqual([0, 1, 0, 2]);
  expect(interner.size).toBe(3);
});

test('a text of exactly two pieces uses three numbers: two pieces and their pair', () => {
  const interner = createInterner({ pieceLength: 2 });
  expect(interner.intern('abcd')).toBe(2);
  expect(interner.size).toBe(3);
  expect(interner.intern('ab')).toBe(0);
});

test('texts of all combinations of four pieces have different numbers', () => {
  const pieces = Array.from('abcdefgh');
  const pairs = pieces.flatMap((one) => pieces.map((other) => one + other));
  const texts = pairs.flatMap((one) => pairs.map((other) => one + other));
  const { intern } = createInterner({ pieceLength: 1 });
  expect(new Set(texts.map(intern)).size).toBe(8 ** 4);
});

test('no map exceeds its size, and no key holds a whole text', () => {
  const write = vi.spyOn(Map.prototype, 'set');
  const { intern } = createInterner({ pieceLength: 2, mapSize: 3 });
  for (let number = 0; number < 100; number += 1) intern(`text ${number}`);
  const maps = new Set(write.mock.contexts as Map<string, number>[]);
  const longest = Math.max(...write.mock.calls.map(([key]) => String(key).length));
  const writes = write.mock.calls.length;
  write.mockRestore();
  expect(maps.size).toBeGreaterThan(30);
  expect(maps.size).toBeLessThan(writes / 3 + 3);
  expect(longest).toBeLessThan('text 10'.length);
  for (const { size } of maps) expect(size).toBeLessThanOrEqual(3);
});
