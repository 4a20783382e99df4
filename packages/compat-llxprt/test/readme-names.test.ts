import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as surface from '../src/index.ts';

test('the documentation names every export', () => {
  const page = readFileSync(
    new URL('../../../docs/packages/compat-llxprt.md', import.meta.url),
    'utf8',
  );
  expect(Object.keys(surface).filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});
