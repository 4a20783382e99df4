import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { METHOD_LINES } from '../src/benchmarks/method-lines.ts';
import { renderArenaPage } from '../src/benchmarks/arena-page.ts';
import { renderPage } from '../src/benchmarks/page.ts';
import { plot, plots } from '../src/benchmarks/plot.ts';
import { fillReferences } from '../src/benchmarks/references.ts';
import { readResults } from '../src/benchmarks/results-read.ts';
import { unusedReasons } from '../src/benchmarks/sections/arena.ts';

const docs = new URL('../../docs/', import.meta.url);
const stale = 'Regenerate it with `pnpm bench --page`.';

const PAGES = [
  ['benchmarks.md', '# Benchmarks', renderPage],
  ['arena.md', '# Arena', renderArenaPage],
] as const;

describe.each(PAGES)('%s', (name, heading, render) => {
  const page = readFileSync(new URL(name, docs), 'utf8');

  test('matches the results', () => {
    expect(page, stale).toBe(render(readResults()));
  });

  test('begins with six rows of figures, and has at most 250 lines', () => {
    // Eight lines with bars: the header, its ruler, and six rows.
    expect(page).toMatch(new RegExp(`^${heading}\\n\\n(?:\\|.*\\n){8}\\n[^|]`));
    expect(page.split('\n').length).toBeLessThanOrEqual(251);
  });
});

test('the pictures match the results, and a page shows each of them', () => {
  const drawn = plots(readResults());
  const shown = PAGES.map(([name]) => readFileSync(new URL(name, docs), 'utf8')).join('\n');
  expect(readdirSync(new URL('plots/', docs)).toSorted()).toEqual(
    [...drawn.keys()].map((name) => `${name}.svg`).toSorted(),
  );
  for (const [name, picture] of drawn) {
    expect(readFileSync(new URL(`plots/${name}.svg`, docs), 'utf8'), stale).toBe(picture);
    expect(shown).toContain(`(plots/${name}.svg)`);
    expect(picture).not.toMatch(/NaN|undefined|Infinity/);
  }
});

test('every reason for a place behind a contestant has the present figures', () => {
  expect(unusedReasons(readResults().arena.figures), 'Trace it anew').toEqual([]);
});

test('every method in the results has a description, and no other method has one', () => {
  const { retention } = readResults();
  const named = new Set(retention.figures.rows.map(({ method }) => method));
  expect(Object.keys(METHOD_LINES).toSorted()).toEqual([...named].toSorted());
});

describe('a reference', () => {
  const results = {
    figures: {
      pooled: { recall: 0.918 },
      rows: [
        { method: 'newest only', budget: 25, survived: { all: 68.46 } },
        { method: 'newest only', budget: null, survived: { all: 12 } },
      ],
    },
    times: { seconds: 1234.5 },
  };
  const fill = (text: string) => fillReferences(text, { retention: results });

  test.each([
    ['{{retention.rows | budget=25 | survived.all}}', '68.5'],
    ['{{retention.rows | method=newest only | budget=25 | survived.all | 1 %}}', '68.5 %'],
    ['{{retention.rows | budget=none | survived.all | 2}}', '12.00'],
    ['{{retention.pooled | recall | percent}}', '91.8 %'],
    ['{{retention.pooled.recall}} of {{retention.times | seconds | 0}}', '0.9 of 1,235'],
  ])('%s is %s', (text, filled) => {
    expect(fill(text)).toBe(filled);
  });

  test.each([
    ['{{nothing.rows | budget=25}}', 'there is no bench/results/nothing.json'],
    ['{{retention.row | budget=25}}', 'expected one of pooled, rows, got row.'],
    ['{{retention.rows | budget=24 | survived.all}}', 'budget: expected one of 25, none, got 24.'],
    ['{{retention.rows | method=newest only | survived.all}}', 'expected one matching row, got 2.'],
    ['{{retention.rows | budget=25 | survived.most}}', 'expected one of all, got most.'],
    [
      '{{retention.rows | budget=25 | survived}}',
      'expected a number or a text, got an object with all.',
    ],
  ])('%s is refused', (text, reason) => {
    expect(() => fill(text)).toThrow(reason);
  });
});

test('a picture places points by their values', () => {
  const rows = [100, 0].map((kept) => ({ method: 'salience', kept }));
  const picture = plot('a', rows, { kept: ({ kept }) => kept });
  expect(picture).toContain('points="60.0,364.0 390.0,64.0"');
});
