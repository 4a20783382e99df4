import { readFileSync } from 'node:fs';
import * as testing from '@palimpsest/testing';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every function and value', () => {
  for (const name of Object.keys(testing)) expect(readme).toContain(`\`${name}`);
});
