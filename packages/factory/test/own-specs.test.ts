import type { SettingSpec } from '@palimpsest/core-types';
import { parseSettings, SettingError } from '../src/settings.ts';
import { expect, test } from 'vitest';

const share: SettingSpec = {
  key: 'acme.share',
  type: 'number',
  description: 'How much.',
  minimum: 1,
  maximum: 2,
};

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
