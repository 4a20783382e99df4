import type { SettingSpec, SettingValue } from '@palimpsest/core-types';
import { parseSettings, SETTING_SPECS, SettingError } from '../src/settings.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorOf } from './plugins.ts';

/** Generates values that a spec accepts. */
function valueOf({ type, minimum = 0, maximum = 1_000_000, values = [] }: SettingSpec) {
  const arbitraries: Record<SettingSpec['type'], fc.Arbitrary<SettingValue>> = {
    boolean: fc.boolean(),
    number: fc
      .double({ min: minimum, max: maximum, noNaN: true })
      .filter((value) => value > minimum),
    integer: fc.integer({ min: minimum, max: maximum }),
    string: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
    enum: fc.constantFrom(...(values.length > 0 ? values : ['none'])),
  };
  return arbitraries[type];
}

const valid = fc.record(
  Object.fromEntries(SETTING_SPECS.map((spec) => [spec.key, valueOf(spec)])),
  { requiredKeys: [] },
);
const invalid = fc.constantFrom<unknown>(null, -1, Number.NaN, '', [], {}, Symbol.iterator, 10n);
const key = fc.constantFrom(...SETTING_SPECS.map((spec) => spec.key));

test('returns valid settings unchanged and frozen', () => {
  fc.assert(
    fc.property(valid, (values) => {
      const copy = { ...values };
      const parsed = parseSettings(values);
      expect(parsed).toEqual(copy);
      expect(values).toEqual(copy);
      expect(Object.isFrozen(parsed)).toBe(true);
      expect(parseSettings(parsed)).toEqual(parsed);
    }),
  );
});

test('reports every invalid value, and only those', () => {
  fc.assert(
    fc.property(valid, fc.dictionary(key, invalid, { minKeys: 1 }), (right, wrong) => {
      const error = errorOf(() => parseSettings({ ...right, ...wrong }));
      if (!(error instanceof SettingError)) throw error;
      expect(error.problems.map((problem) => problem.key).toSorted()).toEqual(
        Object.keys(wrong).toSorted(),
      );
      for (const name of Object.keys(wrong)) expect(error.message).toContain(`"${name}" must be `);
    }),
  );
});

test('accepts any input or rejects it with a readable SettingError', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  const values = fc.dictionary(fc.oneof(key, fc.string({ unit })), fc.anything());
  fc.assert(
    fc.property(values, (given) => {
      const error = outcomeOf(given);
      expect(error === undefined || error instanceof SettingError).toBe(true);
      expect(String(error).isWellFormed()).toBe(true);
    }),
  );
});

function outcomeOf(given: Record<string, unknown>): unknown {
  try {
    parseSettings(given);
    return undefined;
  } catch (error) {
    return error;
  }
}

test('reports all invalid settings in one message', () => {
  const error = errorOf(() =>
    parseSettings({
      'compression-threshold': 1.5,
      'compression.density.recencyRetention': 0,
      'compression.density.fileDedup': true,
      'compression.density.staleReads': ['removal'],
      'context-limit': 128_000,
      streaming: true,
    }),
  );
  expect(error).toMatchObject({
    name: 'SettingError',
    code: 'INVALID_SETTING',
    message: `5 invalid settings:
- "compression-threshold" must be a number greater than 0 and at most 1, but is 1.5.
- "compression.density.recencyRetention" must be a whole number of at least 1, but is 0.
- "compression.density.fileDedup" is not a known setting. Did you mean "compression.density.fileDedupe"?
- "compression.density.staleReads" must be one of removal, pointer, but is an array of 1.
- "streaming" is not a known setting.`,
  });
});

test('the message stays short and well-formed for any input', () => {
  const values = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`${index}${'k'.repeat(1_000)}`, index]),
  );
  const error = errorOf(() =>
    parseSettings({ 'context-limit': '\ud83d'.repeat(9_000), ...values }),
  );
  if (!(error instanceof SettingError)) throw error;
  expect(error.problems).toHaveLength(5_001);
  expect(error.message.length).toBeLessThan(4_000);
  expect(error.message).toContain('… (9000 characters)');
  expect(error.message).toContain('and 4981 more.');
  expect(error.message.isWellFormed()).toBe(true);
});

test('treats undefined as not set, and ignores unknown keys on request', () => {
  expect(parseSettings({ 'context-limit': undefined, streaming: undefined })).toEqual({});
  const values = { 'context-limit': 9, streaming: true };
  expect(parseSettings(values, SETTING_SPECS, { unknownKeys: 'ignore' })).toEqual({
    'context-limit': 9,
  });
});

test('rejects keys named like inherited properties as unknown', () => {
  const values = JSON.parse('{"__proto__": {"context-limit": 5}, "constructor": 1}');
  expect(errorOf(() => parseSettings(values))).toMatchObject({
    problems: [{ key: '__proto__' }, { key: 'constructor' }],
  });
});

test.each(['null', '[]', '"context-limit=5"'])('rejects %s as settings', (json) => {
  expect(errorOf(() => parseSettings(JSON.parse(json)))).toMatchObject({
    code: 'INVALID_SETTING',
    message: expect.stringMatching(/^Invalid setting: "settings" must be an object/),
  });
});

test('a spec without bounds accepts any finite number, and exclusive bounds exclude their value', () => {
  const free: SettingSpec = { key: 'acme.offset', type: 'number', description: '' };
  expect(parseSettings({ 'acme.offset': -5 }, [free])).toEqual({ 'acme.offset': -5 });
  expect(errorOf(() => parseSettings({ 'acme.offset': Infinity }, [free]))).toMatchObject({
    message: 'Invalid setting: "acme.offset" must be a number, but is Infinity.',
  });
  const below: SettingSpec = { ...free, maximum: 2, exclusiveMaximum: true };
  expect(errorOf(() => parseSettings({ 'acme.offset': 2 }, [below]))).toMatchObject({
    message: 'Invalid setting: "acme.offset" must be a number less than 2, but is 2.',
  });
});

test('the description of every setting is a sentence', () => {
  for (const { description } of SETTING_SPECS) expect(description).toMatch(/^\p{Lu}.{9,}\.$/u);
});

const words: SettingSpec = { key: 'a.b', type: 'string', description: 'Words.' };

test.each(['x', ' x '])('a string setting accepts %j', (given) => {
  expect(parseSettings({ 'a.b': given }, [{ ...words }])).toEqual({ 'a.b': given });
});

test.each(['', ' \n', 7])('a string setting rejects %j', (given) => {
  expect(() => parseSettings({ 'a.b': given }, [{ ...words }])).toThrow('a text that is not blank');
});

test('an enum setting without values rejects every value', () => {
  const choice: SettingSpec = { ...words, type: 'enum' };
  const error = errorOf(() => parseSettings({ 'a.b': 'x' }, [choice])) as SettingError;
  expect(error).toBeInstanceOf(SettingError);
  expect(error.message).toMatch(/one of (?!\w)/);
});
