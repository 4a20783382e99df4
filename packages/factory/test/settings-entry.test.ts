import * as everything from '@palimpsest/factory';
import * as settings from '@palimpsest/factory/settings';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = new URL('../src/', import.meta.url);

test('the main entry exports everything that the settings entry exports, as the same objects', () => {
  expect(Object.keys(settings)).not.toEqual([]);
  expect(everything).toMatchObject({ ...settings });
});

test('the settings modules import neither the container nor modules outside their folder', () => {
  const files = readdirSync(new URL('settings/', source)).map((name) => `settings/${name}`);
  for (const file of ['settings.ts', ...files]) {
    const text = readFileSync(new URL(file, source), 'utf8');
    const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, specifier]) => specifier);
    expect(imported.filter((specifier) => specifier!.startsWith('../'))).toEqual([]);
    expect(imported).not.toContain('tsyringe');
  }
});
