import type { SettingSpec, SettingValues } from '@palimpsest/core-types';
import { createSettings } from '@palimpsest/factory/settings';
import { parseSettings, SettingError } from '../src/settings.ts';
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
