import type { SettingSpec, SettingValues } from '@palimpsest/core-types';
import { createSettings } from '@palimpsest/factory/settings';
import { parseSettings, parseSettingText, SettingError } from '../src/settings.ts';
import { expect, test } from 'vitest';
import { errorOf } from './plugins.ts';

const note: SettingSpec = { key: 'acme.note', type: 'string', description: 'What to say.' };
const share: SettingSpec = {
  key: 'acme.share',
  type: 'number',
  description: 'How much.',
  minimum: 1,
  maximum: 2,
};
const specs = [note, share];

test('a string setting accepts any text that is not blank', () => {
  expect(parseSettings({ 'acme.note': ' a ' }, specs)).toEqual({ 'acme.note': ' a ' });
  for (const wrong of ['', ' \n', 7]) {
    expect(errorOf(() => parseSettings({ 'acme.note': wrong }, specs))).toMatchObject({
      message: expect.stringContaining('"acme.note" must be a text that is not blank'),
    });
  }
});

test('a string setting from the command line stays as typed, even if it looks like a number', () => {
  for (const text of [' a ', '12', 'true']) {
    expect(parseSettingText('acme.note', text, specs)).toBe(text);
  }
});

test.each([
  ['both ends', {}, [1, 1.5, 2], [0.9, 2.1]],
  ['no lower end', { exclusiveMinimum: true }, [1.1, 2], [1]],
  ['no upper end', { exclusiveMaximum: true }, [1, 1.9], [2]],
])('enforces bounds with %s', (_, more, right, wrong) => {
  const bounded = [{ ...share, ...more }];
  for (const value of right) {
    expect(parseSettings({ 'acme.share': value }, bounded)).toEqual({ 'acme.share': value });
  }
  for (const value of wrong) {
    expect(() => parseSettings({ 'acme.share': value }, bounded)).toThrow(SettingError);
  }
});

test('the values omit a setting that has no default and is not set', () => {
  const settings = createSettings({ specs: [note, { ...share, default: 1.5 }] });
  expect(settings.values()).toStrictEqual({ 'acme.share': 1.5 });
  expect(settings.get('acme.note')).toBeUndefined();
});

test('reads a change of one setting among several', () => {
  const profile: Record<string, string | number> = { 'acme.note': 'a', 'acme.share': 1 };
  const settings = createSettings({ profile, specs });
  expect(settings.get('acme.share')).toBe(1);
  profile['acme.share'] = 2;
  expect(settings.get('acme.share')).toBe(2);
  profile['acme.note'] = 'b';
  expect(settings.get('acme.note')).toBe('b');
});

test('suggests nothing for an unknown key without a similar key', () => {
  const error = errorOf(() => parseSettings({ 'quite.different': 1 }, specs)) as SettingError;
  expect(error.problems).toStrictEqual([{ key: 'quite.different' }]);
});

test('passes on an error that the host throws on a read, unchanged', () => {
  const failure = new Error('no settings today');
  const profile = {} as SettingValues;
  Object.defineProperty(profile, 'acme.note', {
    enumerable: true,
    get() {
      throw failure;
    },
  });
  const settings = createSettings({ profile, specs });
  expect(errorOf(() => settings.get('acme.note'))).toBe(failure);
});
