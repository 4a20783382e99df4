import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readmeFigures } from '../src/benchmarks/readme-figures.ts';
import { readResults } from '../src/benchmarks/results-read.ts';

test.each(readmeFigures(readResults()))('%s states what was measured: %s', (path, claim) => {
  const page = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  expect(page.replaceAll(/\s+/g, ' ')).toContain(claim);
});
