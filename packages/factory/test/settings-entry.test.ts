import * as everything from '@palimpsest/factory';
import * as settings from '@palimpsest/factory/settings';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = new URL('../src/', import.meta.url);

test('the main entry gives out the very same settings', () => {
  expect(Object.keys(settings)).not.toEqual([]);
  expect(everything).toMatchObject({ ...settings });
});

test('nothing behind the settings knows the container or what stands on it', () => {
  const files = readdirSync(new URL('settings/', source)).map((name) => `settings/${name}`);
  for (const file of ['settings.ts', ...files]) {
    const text = readFileSync(new URL(file, source), 'utf8');
    const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, specifier]) => specifier);
    expect(imported.filter((specifier) => specifier!.startsWith('../'))).toEqual([]);
    expect(imported).not.toContain('tsyringe');
  }
});
