import { checkStrategy } from '@palimpsest/conformance';
import { describe, expect, test } from 'vitest';
import { seeds } from '../../../tools/extent.ts';
import { lawBroken } from './law-broken.ts';
import { originDefects } from './origin/origin-defects.ts';

const SEEDS = seeds(1, 2, 3);

describe.each(originDefects)('$id: a strategy that $does', (defect) => {
  const { law, broken, mended, options = {}, entries = 4 } = defect;

  test.each(SEEDS)('is detected in a small history: seed %i', async (seed) => {
    const report = await checkStrategy(broken, { seed, runs: 600, ...options });
    const found = lawBroken(report, law);
    expect(found).toBeDefined();
    expect(found!.messages.length).toBeGreaterThan(0);
    expect(found!.situation!.history.length).toBeLessThanOrEqual(entries);
  });

  test('violates no invariant without the defect', async () => {
    const report = await checkStrategy(mended, { seed: 1, ...options });
    expect(report.counterexamples).toEqual([]);
  });
});

test('covers every defect of the two lists', () => {
  const ids = new Set(originDefects.map(({ id }) => id.slice(0, 2)));
  const expected = ['D', 'B'].flatMap((list) =>
    Array.from({ length: 8 }, (_, at) => `${list}${at + 1}`),
  );
  expect([...ids].toSorted()).toEqual(expected.toSorted());
});
