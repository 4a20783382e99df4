import { readFileSync } from 'node:fs';
import * as everything from '@palimpsest/reductions';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every export', () => {
  for (const name of Object.keys(everything)) expect(readme).toMatch(new RegExp(`\\b${name}\\b`));
});
