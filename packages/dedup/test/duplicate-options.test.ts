import { PalimpsestError, OptionError } from '@palimpsest/core-types';
import { findDuplicates, findNearDuplicates } from '@palimpsest/dedup';
import { expect, test } from 'vitest';
import type { NearDuplicateOptions } from '../src/find-near-duplicates.ts';

const texts = ['a', 'b', 'c'];

function refused(find: () => unknown): OptionError {
  try {
    find();
  } catch (error) {
    if (error instanceof OptionError) return error;
  }
  throw new Error('not refused');
}

test.each([
  ['minLength', 0, '0', 'an integer of at least 1'],
  ['minLength', -1, '-1'],
  ['minLength', 1.5, '1.5'],
  ['minLength', Number.NaN, 'NaN'],
  ['minLength', Number.POSITIVE_INFINITY, 'Infinity'],
  ['minLength', '200', '"200"'],
  ['minLength', null, 'null'],
  ['recencyStart', -1, '-1', 'an integer from 0 to the number of texts, 3'],
  ['recencyStart', 4, '4'],
  ['recencyStart', 0.5, '0.5'],
  ['recencyStart', [1], 'an array of 1'],
])(
  'rejects %s %s in both searches, and reports the received value',
  (option, value, said, expected = '.+') => {
    const options = { [option]: value } as NearDuplicateOptions;
    for (const find of [findDuplicates, findNearDuplicates]) {
      const error = refused(() => find(texts, options));
      expect(error.message).toMatch(new RegExp(`${option}: expected ${expected}, got ${said}\\.`));
      expect(error).toMatchObject({ name: 'OptionError', code: 'INVALID_OPTION', option });
      expect(PalimpsestError.isInstance(error)).toBe(true);
    }
  },
);

test.each([0, -0.5, 1.000_001, Number.NaN, '0.9', true])('rejects threshold %s', (value) => {
  const options = { threshold: value } as NearDuplicateOptions;
  const { message } = refused(() => findNearDuplicates(texts, options));
  const received = Number.isNaN(value) ? 'NaN' : JSON.stringify(value);
  expect(message).toBe(
    `threshold: expected a number above 0, at most 1, got ${received}. Leave it out for its default.`,
  );
});

test('accepts the bounds of each option', () => {
  for (const recencyStart of [0, 3]) {
    for (const threshold of [Number.MIN_VALUE, 1]) {
      const options = { minLength: 1, recencyStart, threshold };
      expect(findDuplicates(texts, options).size).toBe(0);
      expect(findNearDuplicates(texts, options).size).toBe(0);
    }
  }
  expect(findDuplicates([], { recencyStart: 0 }).size).toBe(0);
});

test('uses the default for an option that is undefined', () => {
  const options = { minLength: undefined, recencyStart: undefined, threshold: undefined };
  const long = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n');
  const given = options as unknown as NearDuplicateOptions;
  expect(findDuplicates([long, long], given).size).toBe(1);
  expect(findNearDuplicates([long, long], given).size).toBe(1);
});
