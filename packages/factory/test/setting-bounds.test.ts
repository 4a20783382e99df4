import { parseSettings, parseSettingText, SettingError } from '../src/settings.ts';
import { expect, test } from 'vitest';
import { errorOf } from './plugins.ts';

const noNumber = [Number.NaN, Infinity, -Infinity, '0.5', true, null, {}, [], 1n];
const flag = {
  accepted: 'true or false',
  right: [true, false],
  wrong: ['true', '', 0, 1, null, {}],
};
const text = {
  accepted: 'a text that is not blank',
  right: ['x', ' x '],
  wrong: ['', ' \n', 0, null],
};
const share = {
  accepted: 'a number of at least 0 and at most 1',
  right: [0, 1e-9, 0.5, 1],
  wrong: [-1e-9, 1.000_001, ...noNumber],
};
const positiveShare = {
  accepted: 'a number greater than 0 and at most 1',
  right: [Number.MIN_VALUE, 0.5, 1],
  wrong: [0, -0, -0.1, 1.000_001, ...noNumber],
};
const count = {
  accepted: 'a whole number of at least 1',
  right: [1, 2, Number.MAX_SAFE_INTEGER],
  wrong: [0, -1, 0.999, 1.5, 2 ** 53, ...noNumber],
};

/** One setting for each kind of bounds. */
const settings: Record<string, { accepted: string; right: unknown[]; wrong: unknown[] }> = {
  'compression.profile': text,
  'compression-threshold': positiveShare,
  'compression-preserve-threshold': share,
  'context-limit': count,
  'compression.pinDirectives': flag,
  'compression.density.staleReads': {
    accepted: 'one of removal, pointer',
    right: ['removal', 'pointer'],
    wrong: ['', 'Removal', 'removals', true, null],
  },
  'compression.ingestTokens': {
    accepted: 'a whole number of at least 80',
    right: [80, 4_000],
    wrong: [79, 80.5, '80', null],
  },
};

test.each(Object.entries(settings))('%s accepts values within its bounds', (key, { right }) => {
  for (const value of right) expect(parseSettings({ [key]: value })).toEqual({ [key]: value });
});

test.each(Object.entries(settings))(
  '%s rejects values outside its bounds, and states what it accepts',
  (key, { accepted, wrong }) => {
    for (const value of wrong) {
      const error = errorOf(() => parseSettings({ [key]: value }));
      expect(error).toBeInstanceOf(SettingError);
      expect(error).toMatchObject({
        code: 'INVALID_SETTING',
        problems: [{ key, value, accepted }],
        message: expect.stringContaining(`"${key}" must be ${accepted}, but is `),
      });
    }
  },
);

test.each(Object.entries(settings))('parses %s from text', (key, { right }) => {
  for (const value of right) expect(parseSettingText(key, String(value))).toBe(value);
});

test.each([
  ['compression-threshold', '1.5', 'a number greater than 0 and at most 1, but is 1.5.'],
  ['compression-threshold', '85%', 'a number greater than 0 and at most 1, but is "85%".'],
  ['compression-threshold', '', 'a number greater than 0 and at most 1, but is "".'],
  ['context-limit', '200,000', 'a whole number of at least 1, but is "200,000".'],
  ['context-limit', 'Infinity', 'a whole number of at least 1, but is Infinity.'],
  ['compression.density.fileDedupe', 'yes', 'true or false, but is "yes".'],
  ['compression.density.staleReads', 'keep', 'one of removal, pointer, but is "keep".'],
  ['compression.profile', ' ', 'a text that is not blank, but is " ".'],
])('rejects invalid text with the message for invalid values: %s=%s', (key, given, rest) => {
  expect(errorOf(() => parseSettingText(key, given))).toMatchObject({
    code: 'INVALID_SETTING',
    message: `Invalid setting: "${key}" must be ${rest}`,
  });
});

test('ignores white space around a number, a boolean or an enum value in text', () => {
  expect(parseSettingText('context-limit', ' 12 ')).toBe(12);
  expect(parseSettingText('compressionVerification', ' true ')).toBe(true);
  expect(parseSettingText('compression.density.staleReads', ' pointer ')).toBe('pointer');
});

test('suggests a known key for an unknown key in text', () => {
  expect(errorOf(() => parseSettingText('context-limits', '1'))).toMatchObject({
    message:
      'Invalid setting: "context-limits" is not a known setting. Did you mean "context-limit"?',
  });
});
