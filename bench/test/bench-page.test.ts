import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findRow } from '../src/benchmarks/find-row.ts';
import { METHOD_LINES } from '../src/benchmarks/method-lines.ts';
import { renderArenaPage } from '../src/benchmarks/arena-page.ts';
import { renderPage } from '../src/benchmarks/page.ts';
import { plots } from '../src/benchmarks/plot.ts';
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

test('of several rows, or none, no figure is quoted', () => {
  const rows = [
    { method: 'newest only', budget: 25 },
    { method: 'newest only', budget: null },
  ];
  expect(findRow(rows, { method: 'newest only', budget: null })).toBe(rows[1]);
  expect(() => findRow(rows, { method: 'newest only' })).toThrow(
    'expected one row of results, got 2',
  );
  expect(() => findRow(rows, { budget: 24 })).toThrow('expected one row of results, got 0');
});
