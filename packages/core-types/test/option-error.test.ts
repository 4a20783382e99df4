import { describeValue, OptionError, PalimpsestError } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('the message names the option, the expected value and the received value', () => {
  const error = new OptionError('budget', -1, 'a number of at least 0');
  expect(error.message).toBe('budget: expected a number of at least 0, got -1.');
  expect(error).toMatchObject({ name: 'OptionError', code: 'INVALID_OPTION', option: 'budget' });
  expect(PalimpsestError.isInstance(error)).toBe(true);
});

test('a subclass has its own name and code', () => {
  class OwnOptionError extends OptionError {
    override readonly name: string = 'OwnOptionError';
  }
  const error = new OwnOptionError('depth', 'deep', 'a number', { code: 'BAD_DEPTH' });
  expect(error).toMatchObject({ name: 'OwnOptionError', code: 'BAD_DEPTH', option: 'depth' });
  expect(error).toBeInstanceOf(OptionError);
});

test('shows the given description instead of the value', () => {
  const details = { receivedDescription: 'a text' };
  const { message } = new OptionError('key', 'secret', 'a text without blanks', details);
  expect(message).toBe('key: expected a text without blanks, got a text.');
});

test('ends with the advice', () => {
  const { message } = new OptionError('depth', -1, 'a number', { advice: 'Leave it out.' });
  expect(message).toBe('depth: expected a number, got -1. Leave it out.');
});

test.each<[unknown, string]>([
  [undefined, 'undefined'],
  [null, 'null'],
  [Number.NaN, 'NaN'],
  [7n, '7'],
  [false, 'false'],
  ['a "b"', String.raw`"a \"b\""`],
  ['x'.repeat(81), `"${'x'.repeat(80)}"… (81 characters)`],
  [[1, 2], 'an array of 2'],
  [{}, 'an empty object'],
  [Promise.resolve(1), 'an object'],
  [{ role: 'user', parts: ['secret'] }, 'an object with role "user", parts'],
  [{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 }, 'an object with a, b, c, d, e, f, …'],
  [() => 1, 'a function'],
  [Symbol('x'), 'a symbol'],
])('describes %o as %s', (value, words) => {
  expect(describeValue(value)).toBe(words);
});

test('describes any value briefly, without lone surrogates', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  const key = fc.string({ unit, maxLength: 100 });
  const anything = fc.anything({ key, values: [key], withBigInt: true, withNullPrototype: true });
  fc.assert(
    fc.property(anything, (value) => {
      const words = describeValue(value);
      expect(words).toMatch(/^[^]{1,600}$/);
      expect(words.isWellFormed()).toBe(true);
    }),
  );
});
