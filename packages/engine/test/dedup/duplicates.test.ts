import { OptionError } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDuplicates, findNearDuplicates } from '../../src/dedup/index.ts';

/** A text of 200 UTF-16 units or more. */
const long = (start: string, length = 200): string => start.padEnd(length, '.');
/** Returns `count` different lines of 20 UTF-16 units. */
const lines = (count: number, name = 'line'): string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`.padEnd(20, '.'));
const text = (...parts: readonly (readonly string[])[]): string => parts.flat().join('\n');
/** Index of each duplicate, and of its kept copy. */
const pairs = (found: ReadonlyMap<number, { readonly of: number }>): number[][] =>
  Array.from(found, ([index, { of }]) => [index, of]);

test('of equal texts, the latest stays, or the first recent one', () => {
  const texts = [long('a'), long('b'), long('a'), long('a'), long('b')];
  expect(findDuplicates(texts).get(0)).toEqual({ of: 3, length: 200 });
  expect(pairs(findDuplicates(texts))).toEqual([
    [0, 3],
    [1, 4],
    [2, 3],
  ]);
  expect(pairs(findDuplicates(texts, { recencyStart: 2 }))).toEqual([
    [0, 2],
    [1, 4],
  ]);
});

test('only texts of at least 200 UTF-16 units that are equal in each of them are duplicates', () => {
  expect(pairs(findDuplicates(['a', 'a'], { minLength: 1 }))).toEqual([[0, 1]]);
  expect(pairs(findDuplicates([long('a', 199), long('a', 199)]))).toEqual([]);
  expect(pairs(findDuplicates(['😀'.repeat(100), '😀'.repeat(100)]))).toEqual([[0, 1]]);
  const a = long('a');
  expect(pairs(findDuplicates([a, long('A'), `${a} `, ` ${a}`, `${a}\r`]))).toEqual([]);
  expect(pairs(findDuplicates([long('\uD800'), long('\uD801'), long('\uFFFD')]))).toEqual([]);
});

/** The near duplicate among texts of which all but the first are recent. */
const nearWithOneOld = (...given: readonly string[]): number[][] =>
  pairs(findNearDuplicates(given, { recencyStart: 1 }));

const file = text(lines(30));
const edited = (name: string): string => text(lines(30).toSpliced(10, 1, ...lines(1, name)));

test('a near duplicate refers to the most similar text that stays, and to the newest of equally similar ones', () => {
  const older = edited('older');
  expect(findNearDuplicates([older, 'Thanks', file])).toEqual(
    new Map([[0, { of: 2, length: older.length, similarity: 29 / 31 }]]),
  );
  const closest = text(lines(30), lines(1, 'added'));
  expect(nearWithOneOld(file, closest, edited('x'), edited('y'))).toEqual([[0, 1]]);
  expect(nearWithOneOld(file, edited('x'), closest, edited('y'))).toEqual([[0, 2]]);
  expect(nearWithOneOld(file, edited('x'), edited('y'))).toEqual([[0, 2]]);
});

test('keeps the kept copy of an exact duplicate, and can refer to it', () => {
  const texts = [edited('old'), edited('copied'), edited('copied'), file];
  const exact = findDuplicates(texts);
  expect(pairs(exact)).toEqual([[1, 2]]);
  expect(pairs(findNearDuplicates(texts, { exact }))).toEqual([[0, 3]]);
});

test('Python code with different nesting is no near duplicate; line ends do not count', () => {
  const nested = [
    'def run(items):',
    '    total = 0',
    '    for item in items:',
    '        add(item)',
  ];
  const body = lines(6).map((line) => `        ${line}`);
  const flat = body.map((line) => line.replace('    ', ''));
  expect(pairs(findNearDuplicates([text(nested, flat), text(nested, body)]))).toEqual([]);
  const crlf = text(nested, body).replaceAll('\n', '  \r\n');
  expect(pairs(findNearDuplicates([crlf, text(nested, body)]))).toEqual([[0, 1]]);
});

test('with a threshold of 1, texts that differ in a single value are not near duplicates', () => {
  const [on, off] = ['true', 'false'].map((value) => text(lines(20), [`enabled: ${value}`]));
  expect(pairs(findNearDuplicates([on, off]))).toEqual([[0, 1]]);
  expect(pairs(findNearDuplicates([on, off], { threshold: 1 }))).toEqual([]);
});

test.each([
  ['minLength', 0, '0', 'an integer of at least 1'],
  ['minLength', '200', '"200"', 'an integer of at least 1'],
  ['recencyStart', 4, '4', 'an integer from 0 to the number of texts, 3'],
  ['threshold', 1.000_001, '1.000001', 'a number above 0, at most 1'],
])('rejects %s %s, and says what it expected', (option, value, received, expected) => {
  const find = (): unknown => findNearDuplicates(['a', 'b', 'c'], { [option]: value });
  const message = `${option}: expected ${expected}, got ${received}. Leave it out for its default.`;
  expect(find).toThrow(expect.objectContaining({ message, code: 'INVALID_OPTION', option }));
  expect(find).toThrow(OptionError);
});

const line = fc
  .constantFrom('a', 'b', 'c', ' a', 'A', 'a ', 'b\r', '', '}')
  .map((word) => `${word}${'.'.repeat(70)}`);
/** Texts of few distinct lines, so that equal and similar ones are frequent. Some are left out. */
const texts = fc
  .array(fc.array(line, { maxLength: 12 }), { minLength: 1, maxLength: 4 })
  .chain((bases) => {
    const variant = fc
      .tuple(fc.constantFrom(...bases), fc.nat(12), fc.array(line, { maxLength: 2 }))
      .map(([base, at, other]) => base.toSpliced(at, other.length, ...other).join('\n'));
    return fc.array(fc.option(variant, { nil: undefined, freq: 5 }), { maxLength: 14 });
  });

test('all duplicates, and near ones at least as similar as asked, refer to later texts that stay', () => {
  fc.assert(
    fc.property(
      texts,
      fc.nat(14),
      fc.double({ min: 0.1, max: 1, noNaN: true }),
      (all, recent, threshold) => {
        const recencyStart = Math.min(recent, all.length);
        const exact = findDuplicates(all, { recencyStart });
        const near = findNearDuplicates(all, { recencyStart, threshold, exact });
        for (const [index, one = ''] of all.entries()) {
          const isDuplicate =
            index < recencyStart && one.length >= 200 && all.includes(one, index + 1);
          expect(exact.has(index)).toBe(isDuplicate);
        }
        for (const [index, { of, length }] of [...exact, ...near]) {
          expect(of > index && !exact.has(of) && !near.has(of)).toBe(true);
          expect(length).toBe(all[index]!.length);
        }
        for (const [index, { of }] of exact) expect(all[of]).toBe(all[index]);
        for (const { similarity } of near.values())
          expect(similarity).toBeGreaterThanOrEqual(threshold);
      },
    ),
  );
});
