import { findDuplicates, findNearDuplicates } from '../../src/dedup/index.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyTexts } from './history-texts.ts';

/** Returns `count` different lines of 20 UTF-16 units. */
const lines = (count: number, name = 'line'): string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`.padEnd(20, '.'));
const text = (...parts: readonly (readonly string[])[]): string => parts.flat().join('\n');
/** Index of each near duplicate, and of its kept copy. */
const found = (
  texts: readonly (string | undefined)[],
  options: Parameters<typeof findNearDuplicates>[1] = {},
): number[][] => Array.from(findNearDuplicates(texts, options), ([index, { of }]) => [index, of]);

const file = text(lines(30));
const edited = (name: string): string => text(lines(30).toSpliced(10, 1, ...lines(1, name)));

test('refers an older version that differs in one line to the newer one', () => {
  const older = edited('older');
  expect(findNearDuplicates([older, 'Thanks', file])).toEqual(
    new Map([[0, { of: 2, length: older.length, similarity: 29 / 31 }]]),
  );
});

test('refers to the most similar kept text, and to the newest of equally similar ones', () => {
  const closest = text(lines(30), lines(1, 'added'));
  expect(found([file, closest, edited('x'), edited('y')], { recencyStart: 1 })).toEqual([[0, 1]]);
  expect(found([file, edited('x'), closest, edited('y')], { recencyStart: 1 })).toEqual([[0, 2]]);
  expect(found([file, edited('x'), edited('y')], { recencyStart: 1 })).toEqual([[0, 2]]);
});

test('keeps the kept copy of an exact duplicate, and can refer to it', () => {
  const texts = [edited('old'), edited('copied'), edited('copied'), file];
  const exact = findDuplicates(texts);
  expect([...exact]).toEqual([[1, { of: 2, length: file.length }]]);
  expect(found(texts, { exact })).toEqual([[0, 3]]);
  expect(found([edited('old'), file, file], { exact: findDuplicates(['', file, file]) })).toEqual([
    [0, 2],
  ]);
});

test('Python code with different nesting is not a near duplicate (row 18)', () => {
  const nested = [
    'def run(items):',
    '    total = 0',
    '    for item in items:',
    '        total += item',
  ];
  const body = [
    '        log(item)',
    '        if item > 3:',
    '            stop()',
    '    return total',
  ];
  const flat = body.map((line) => line.replace('    ', ''));
  expect(found([text(nested, flat), text(nested, body)], { minLength: 100 })).toEqual([]);
  const crlf = text(nested, body).replaceAll('\n', '  \r\n');
  expect(found([crlf, text(nested, body)], { minLength: 100 })).toEqual([[0, 1]]);
});

test('with a threshold of 1, texts that differ in a single value are not near duplicates', () => {
  const on = text(lines(20), ['enabled: true']);
  const off = text(lines(20), ['enabled: false']);
  expect(found([on, off])).toEqual([[0, 1]]);
  expect(found([on, off], { threshold: 1 })).toEqual([]);
  expect(found([on, `${on}\n`], { threshold: 1 })).toEqual([[0, 1]]);
});

test('near duplicates are at least as similar as asked, and refer to texts that stay', () => {
  fc.assert(
    fc.property(historyTexts, fc.double({ min: 0.1, max: 1, noNaN: true }), (texts, threshold) => {
      const near = findNearDuplicates(texts, { minLength: 1, threshold });
      for (const [index, { of, similarity, length }] of near) {
        expect(of > index && !near.has(of)).toBe(true);
        expect(length).toBe(texts[index]!.length);
        expect(similarity >= threshold && similarity <= 1).toBe(true);
      }
    }),
  );
});
