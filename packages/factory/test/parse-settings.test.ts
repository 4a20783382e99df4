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

test('the description of every setting is a sentence', () => {
  for (const { description } of SETTING_SPECS) expect(description).toMatch(/^\p{Lu}.{9,}\.$/u);
});
