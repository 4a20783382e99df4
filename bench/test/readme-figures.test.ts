import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readmeFigures } from '../src/benchmarks/readme-figures.ts';
import { proseOf, unexplainedNumbers } from '../src/benchmarks/readme-numbers.ts';
import { STATED_NUMBERS } from '../src/benchmarks/readme-settings.ts';
import { readResult } from '../src/benchmarks/results.ts';
import { readResults } from '../src/benchmarks/results-read.ts';

const root = new URL('../../', import.meta.url);
const prose = (readme: string): string => proseOf(readFileSync(new URL(readme, root), 'utf8'));
const readmes = globSync(
  [
    'README.md',
    'docs/guide.md',
    'docs/packages/**/*.md',
    'packages/*/README.md',
    'examples/README.md',
  ],
  {
    cwd: fileURLToPath(root),
  },
);

const measured = readmeFigures(readResults(), readResult);
const claims = measured.flatMap(({ readme, claims: all }) =>
  all.map((claim) => [readme, claim] as const),
);

test.each(claims)('%s states what was measured: %s', (readme, claim) => {
  expect(prose(readme)).toContain(proseOf(claim));
});

test.each(STATED_NUMBERS)('$readme still states $words', ({ readme, words }) => {
  expect(prose(readme)).toContain(words);
});

test.each(readmes)(
  'every number with a unit in %s is measured, or stated with a reason',
  (readme) => {
    const explained = [
      ...claims.filter(([one]) => one === readme).map(([, claim]) => claim),
      ...STATED_NUMBERS.filter((one) => one.readme === readme).map(({ words }) => words),
    ];
    expect(unexplainedNumbers(prose(readme), explained)).toEqual([]);
  },
);

const numbers = (text: string, explained: readonly string[] = []): string[] =>
  unexplainedNumbers(proseOf(text), explained).map((one) => one.text);

describe('a number', () => {
  test.each([
    ['It is 97.3 % of all.', ['97.3 %']],
    ['Takes 12 ms, at 40 MB/s.', ['12 ms', '40 MB/s']],
    ['It is 3 times as fast, or 2.5×.', ['3 times', '2.5×']],
    ['At most 2,000 characters, Node 20.', []],
    ['Before.\n\n```\n12 ms\n```\n\nAfter.', []],
  ])('is found in %j', (text, found) => {
    expect(numbers(text)).toEqual(found);
  });

  test('is explained only within the words that explain it', () => {
    expect(numbers('Keeps 5 % at most. Is 5 % away.', ['Keeps 5 % at most'])).toEqual(['5 %']);
  });
});
