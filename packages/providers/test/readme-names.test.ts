import { readFileSync } from 'node:fs';
import * as providers from '@palimpsest/providers';
import { expect, test } from 'vitest';
import { CONNECTION_OPTIONS } from '../src/options/connection-options.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every export and every option', () => {
  for (const name of [...Object.keys(providers), ...CONNECTION_OPTIONS, 'maxTokensField']) {
    expect(readme).toContain(`\`${name}\``);
  }
});
