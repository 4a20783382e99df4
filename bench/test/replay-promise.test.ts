import { expect, test } from 'vitest';
import results from '../results/replay.json' with { type: 'json' };

const { rows, budgets, prices } = results.figures;

const places = Object.keys(budgets).flatMap((window) =>
  Object.keys(prices).map((price) => [window, price] as const),
);

test.each(places)(
  'in %s on %s ours stays within the limit, holds as much as masking, and costs less than masking and pruning',
  (window, price) => {
    const row = (policy: string) =>
      rows.find(
        (one) =>
          one.window === window &&
          one.prices === price &&
          one.group === 'inside' &&
          one.policy === policy,
      )!;
    expect(row('ours').outside).toBe(0);
    expect(row('ours').held).toBeGreaterThanOrEqual(row('threshold-masking').held);
    for (const policy of ['prune-every-turn', 'threshold-masking']) {
      expect(row('ours').bill).toBeLessThan(row(policy).bill);
    }
  },
);
