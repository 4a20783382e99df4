import { PalimpsestError, OptionError } from '@palimpsest/core-types';
import { findDuplicates, findNearDuplicates } from '../../src/dedup/index.ts';
import { expect, test } from 'vitest';
import type { NearDuplicateOptions } from '../../src/dedup/find-near-duplicates.ts';

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
  ['minLength', 1.5, '1.5'],
  ['minLength', Number.NaN, 'NaN'],
  ['minLength', '200', '"200"'],
  ['minLength', null, 'null'],
  ['recencyStart', -1, '-1', 'an integer from 0 to the number of texts, 3'],
  ['recencyStart', 4, '4'],
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
