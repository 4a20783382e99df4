import { readFileSync } from 'node:fs';
import * as coreTypes from '@palimpsest/core-types';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README names every exported value', () => {
  for (const name of Object.keys(coreTypes)) expect(readme).toContain(`\`${name}\``);
});
