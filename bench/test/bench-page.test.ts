import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contestedFigures } from '../src/benchmarks/contested.ts';
import { METHOD_LINES } from '../src/benchmarks/method-lines.ts';
import { decimal, markdownTable } from '../src/benchmarks/markdown-table.ts';
import { renderPage } from '../src/benchmarks/page.ts';
import { barPlot } from '../src/benchmarks/plots/bar-plot.ts';
import { plots } from '../src/benchmarks/plots/figures-plots.ts';
import { linePlot } from '../src/benchmarks/plots/line-plot.ts';
import { LOOKS } from '../src/benchmarks/plots/look.ts';
import { fillReferences } from '../src/benchmarks/references.ts';
import { readResult } from '../src/benchmarks/results.ts';
import { readResults } from '../src/benchmarks/results-read.ts';
import { equalSizeSection } from '../src/benchmarks/sections/equal-size.ts';
import type { EqualSizeRow } from '../src/retention/equal-size-row.ts';
import { SCORE_GROUPS } from '../src/retention/score.ts';

const docs = new URL('../../docs/', import.meta.url);
const stale = 'Write it anew: pnpm bench --page';

test('the page matches the results', () => {
  const page = readFileSync(new URL('benchmarks.md', docs), 'utf8');
  expect(page, stale).toBe(renderPage(readResults(), readResult));
});

test('the pictures match the results, and the page shows each of them', () => {
  const drawn = plots(readResults());
  const page = readFileSync(new URL('benchmarks.md', docs), 'utf8');
  expect(readdirSync(new URL('plots/', docs)).toSorted()).toEqual(
    [...drawn.keys()].map((name) => `${name}.svg`).toSorted(),
  );
  for (const [name, picture] of drawn) {
    expect(readFileSync(new URL(`plots/${name}.svg`, docs), 'utf8'), stale).toBe(picture);
    expect(page).toContain(`(plots/${name}.svg)`);
    expect(picture).not.toMatch(/NaN|undefined|Infinity/);
  }
});

test('the page names a report that was never run', () => {
  const page = renderPage({}, readResult);
  expect(page).toContain('Not measured yet: `pnpm bench growth`.');
});

test('every method in the results has a description, and no other method has one', () => {
  const { retention, growth } = readResults();
  const named = new Set([
    ...retention!.figures.rows.map(({ method }) => method),
    ...retention!.figures.equalSize.flatMap(({ ours, theirs }) => [ours, theirs]),
    ...growth!.times.passes.map(({ method }) => method),
  ]);
  expect(Object.keys(METHOD_LINES).toSorted()).toEqual([...named].toSorted());
});

const groups = (all: readonly [number, number]) =>
  Object.fromEntries(SCORE_GROUPS.map((group) => [group, group === 'all' ? all : [null, null]]));

const pair = (theirs: string, all: readonly [number, number], fitting = all) => ({
  family: 'other coding',
  cut: 70,
  budget: 10,
  ours: 'salience',
  theirs,
  room: 'theirs',
  conversations: 2,
  kept: [9, 9],
  short: 1,
  won: { all: [0, 0, 0], gold: [0, 0, 0], lines: [0, 0, 0] },
  survived: groups(all),
  fitting: { survived: groups(fitting) },
});

test('lists a pair that salience loses, even if only in the conversations that fit the size', () => {
  const equalSize = [
    pair('newest only', [60, 50]),
    pair('head and tail', [60, 50], [40, 50]),
    pair('mask old results', [49, 50]),
    pair('identifier list', [1, 99]),
  ] as unknown as EqualSizeRow[];
  const retention = { figures: { budgets: [10], rows: [], equalSize } };
  const [, listed = ''] = equalSizeSection({ retention })!.split('### Where `salience` keeps less');
  expect(listed).toMatch(/head and tail +\| +10 % \| values \| 9\.0 \/ 9\.0 \| 60\.0 \/ 50\.0/);
  expect(listed).toContain('| mask old results |');
  expect(listed).not.toMatch(/newest only \||identifier list \|/);
  expect(contestedFigures(retention)).toMatchObject({ figures: { values: { pairs: 3, less: 2 } } });
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
  const fill = (text: string) =>
    fillReferences(text, (name) => (name === 'retention' ? results : undefined));

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

test('right-aligns columns of figures and shows null as a dash', () => {
  expect(
    markdownTable(
      ['method', 'kept', 'against'],
      [
        ['ours', 1234.25, 'a / b'],
        ['newest only', null, 'c'],
      ],
    ),
  ).toBe(
    [
      '| method      |    kept | against |',
      '| ----------- | ------: | ------- |',
      '| ours        | 1,234.3 | a / b   |',
      '| newest only |       – | c       |',
    ].join('\n'),
  );
});

test('formats a number with the requested number of digits', () => {
  expect([decimal(2), decimal(2.25), decimal(0.5, 2), decimal(1e6)]).toEqual([
    '2',
    '2.3',
    '0.50',
    '1,000,000',
  ]);
});

describe('plots', () => {
  const axis = { label: '<%>', from: 0, to: 100, ticks: [0, 50, 100] };
  const slope = [0, 100].map((at) => [at, at] as const);
  const draw = (isStopped: boolean): string =>
    linePlot({
      title: 'a',
      panels: [{ title: 'one', x: axis, y: axis }],
      series: [{ name: 'm', look: LOOKS['head and tail']!, points: [slope], isStopped }],
    });

  test('place points by their values and escape texts', () => {
    const picture = linePlot({
      title: 'a & b',
      panels: [{ title: 'one', x: axis, y: axis }],
      series: [
        {
          name: 'm',
          look: LOOKS['salience']!,
          points: [
            [
              [0, 0],
              [100, 100],
              [50, 50],
            ],
          ],
        },
      ],
    });
    expect(picture).toContain('points="60.0,364.0 540.0,64.0 300.0,214.0"');
    expect(picture).toContain('<title>a &amp; b</title>');
    expect(picture).toContain('&lt;%&gt;');
  });

  test('mark the last point of a stopped series with a ring, and explain it', () => {
    expect(draw(false)).not.toContain('stopped');
    expect(draw(true)).toContain('<circle cx="540.0" cy="64.0" r="8" fill="none"');
    expect(draw(true)).toContain('stopped by us at the next size');
  });

  test('draw no line through a single point', () => {
    const picture = linePlot({
      title: 'a',
      panels: [{ title: 'one', x: axis, y: axis }],
      series: [{ name: 'm', look: LOOKS['newest 10 results']!, points: [[[50, 50]]] }],
    });
    expect(picture).not.toContain('<polyline');
    expect(picture.match(/<circle/g)).toHaveLength(2);
  });

  test('draw bars as high as their values', () => {
    const bars = [{ name: 'm', color: '#000000', value: 50 }];
    const picture = barPlot({
      title: 'a',
      y: axis,
      panels: [{ title: 'one', groups: [{ name: 'g', bars }] }],
    });
    expect(picture).toContain('height="120.0" fill="#000000"');
  });
});
