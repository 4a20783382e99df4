import { readFileSync } from 'node:fs';
import * as providers from '@palimpsest/providers';
import { expect, test } from 'vitest';
import { OPTION_NAMES } from '../src/language-model-options.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every export and every option', () => {
  for (const name of [...Object.keys(providers), ...OPTION_NAMES]) {
    expect(readme).toContain(`\`${name}\``);
  }
});
