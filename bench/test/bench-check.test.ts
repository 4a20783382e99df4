import { describe, expect, test, vi } from 'vitest';
import { checkReport } from '../src/benchmarks/check-report.ts';
import { findMoved } from '../src/benchmarks/moved.ts';

const row = (method: string, budget: number, all: number | null) => ({
  family: 'coding',
  method,
  budget,
  survived: { all },
});

const committed = {
  figures: {
    rows: [row('salience', 50, 99), row('salience', 25, 90), row('newest only', 25, null)],
    ratios: { toJsonParse: 10, slower: [{ method: 'masking', times: 2 }] },
  },
  times: { fullMs: 120 },
};

const changed = (figures: object, times: object = {}) => ({
  figures: { ...committed.figures, ...figures },
  times,
});

describe('findMoved', () => {
  test('returns nothing when only times differ', () => {
    expect(findMoved(committed, changed({}, { fullMs: 999 }))).toEqual([]);
  });

  test('reports any changed figure, with the index and the texts of its row', () => {
    const [first, , last] = committed.figures.rows;
    const moved = changed({ rows: [first, row('salience', 25, 89.9), last] });
    expect(findMoved(committed, moved)).toEqual([
      { path: 'rows[1 coding salience].survived.all', was: 90, is: 89.9 },
    ]);
  });

  test.each([
    ['smaller within the factor', 2.6, 0],
    ['larger within the factor', 39.9, 0],
    ['smaller beyond it', 2.4, 1],
    ['larger beyond it', 40.1, 1],
  ])('of a ratio: %s', (_, toJsonParse, count) => {
    const ratios = { ...committed.figures.ratios, toJsonParse };
    expect(findMoved(committed, changed({ ratios }))).toHaveLength(count);
  });
});

describe('checkReport', () => {
  const slow = changed({ ratios: { ...committed.figures.ratios, toJsonParse: 100 } });

  test('measures again when a ratio moved, and passes once it is close', async () => {
    const report = vi.fn<() => Promise<object>>(async () => committed).mockResolvedValueOnce(slow);
    expect(await checkReport(report, committed)).toEqual([]);
    expect(report).toHaveBeenCalledTimes(2);
  });

  test('fails when the same ratio is off three times', async () => {
    const report = vi.fn<() => Promise<object>>(async () => slow);
    expect(await checkReport(report, committed)).toEqual([
      { path: 'ratios.toJsonParse', was: 10, is: 100 },
    ]);
    expect(report).toHaveBeenCalledTimes(3);
  });

  test('fails at once when a figure moved', async () => {
    const report = vi.fn<() => Promise<object>>(async () => changed({ rows: [] }));
    expect(await checkReport(report, committed)).not.toEqual([]);
    expect(report).toHaveBeenCalledTimes(1);
  });
});
