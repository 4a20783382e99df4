import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OPTION_NAMES } from '../src/language-model-options.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every option', () => {
  for (const name of OPTION_NAMES) {
    expect(readme).toContain(`\`${name}\``);
  }
});
