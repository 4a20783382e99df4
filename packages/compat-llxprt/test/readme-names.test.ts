import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as surface from '../src/index.ts';

test('the README names every export', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  expect(Object.keys(surface).filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
});
