import { describe, expect, test } from 'vitest';
import { hasCorpus } from '../src/corpus.ts';
import { resultsText } from '../src/results-text.ts';
import { session } from '../src/retention/example-session.ts';
import type { RetentionMethod } from '../src/retention/method.ts';
import { findMethod, METHOD_NAMES } from '../src/retention/methods.ts';
import { jobsFor, plannedContests, plannedRows } from '../src/retention/plan.ts';
import { retentionFigures } from '../src/retention/retention-figures.ts';

const methods = METHOD_NAMES.map((name) => findMethod(name)!);

const SMALL = new Set(['coding-swe-agent', 'coding-aider', 'research-whowhen']);
const isSmall = ({ family }: { readonly family: string }): boolean => SMALL.has(family);

describe('the plan', () => {
  const rows = plannedRows(methods);
  const contests = plannedContests(methods);

  test('sets no target for methods that accept none, and contains each place once', () => {
    const unsized = new Set(methods.filter(({ sized }) => sized === false).map(({ name }) => name));
    expect(unsized.size).toBeGreaterThan(3);
    for (const { method, budget } of rows) expect(budget === null).toBe(unsized.has(method));
    const places = rows.map((row) => JSON.stringify(row));
    expect(new Set(places).size).toBe(places.length);
  });

  test('compresses each file once for all families it belongs to', () => {
    const jobs = jobsFor(rows, contests);
    const done = jobs.map(({ budgets: _budgets, ...rest }) => JSON.stringify(rest));
    expect(new Set(done).size).toBe(done.length);
    const pi = jobs.filter(
      (job) => job.kind === 'score' && job.method === 'newest only' && job.file === 'coding-pi',
    );
    expect(pi.map(({ cut, budgets }) => [cut, budgets.toSorted((a, b) => a! - b!)])).toEqual([
      [50, [10, 25, 50]],
      [70, [10, 15, 25, 35, 50]],
      [85, [10, 25, 50]],
    ]);
  });
});

test('a method returns the same result for the same history, whatever it did before', async () => {
  const messages = session();
  const once = async (method: RetentionMethod, share: number): Promise<string> =>
    JSON.stringify(await method.compress(messages, share));
  for (const method of methods) {
    const first = await once(method, 0.3);
    await once(method, 0.6);
    expect(await once(method, 0.3)).toBe(first);
    expect(await once(findMethod(method.name)!, 0.3)).toBe(first);
  }
});

describe.skipIf(!hasCorpus)('figures of recorded conversations', { timeout: 300_000 }, () => {
  test('are identical in two runs, with any number of threads', async () => {
    const few = ['salience', 'extractive', 'mask old results', 'newest 10 results'];
    const measured = few.map((name) => findMethod(name)!);
    const request = {
      rows: plannedRows(measured).filter(isSmall),
      contests: plannedContests(methods).filter(isSmall),
    };
    const one = resultsText(await retentionFigures({ ...request, threads: 1 }));
    const other = resultsText(await retentionFigures({ ...request, threads: 3 }));
    expect(other).toBe(one);
    const { rows, equalSize } = JSON.parse(one) as {
      readonly rows: readonly { readonly conversations: number }[];
      readonly equalSize: readonly { readonly conversations: number }[];
    };
    expect(rows).toHaveLength(request.rows.length);
    expect(equalSize).toHaveLength(request.contests.length);
    for (const { conversations } of [...rows, ...equalSize])
      expect(conversations).toBeGreaterThan(0);
  });
});

test('results are JSON with one line for each row', () => {
  const results = { figures: { groups: ['a', 'b'], rows: [{ x: [1, 2] }, { x: null }], none: {} } };
  const text = resultsText(results);
  expect(JSON.parse(text)).toEqual(results);
  expect(text.split('\n').map((line) => line.trim())).toContain('{"x":[1,2]},');
  expect(text).toContain('"groups": ["a","b"]');
});
