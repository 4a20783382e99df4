import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readmeFigures } from '../src/benchmarks/readme-figures.ts';
import { readResult } from '../src/benchmarks/results.ts';
import { readResults } from '../src/benchmarks/results-read.ts';

/** Text without line breaks, emphasis and the padding of table cells. */
const prose = (text: string): string => text.replaceAll(/ *\| */g, ' | ').replaceAll(/\s+/g, ' ');

const claims = readmeFigures(readResults(), readResult).flatMap(({ readme, claims: all }) =>
  all.map((claim) => [readme, claim] as const),
);

test.each(claims)('%s states what was measured: %s', (readme, claim) => {
  const page = readFileSync(new URL(`../../${readme}`, import.meta.url), 'utf8');
  expect(prose(page)).toContain(prose(claim).trim());
});
