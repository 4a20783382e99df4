import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import replay from '../results/replay.json' with { type: 'json' };

const readme = readFileSync(
  new URL('../../packages/orchestrator/README.md', import.meta.url),
  'utf8',
);

const rowOf = (window: string, prices: string, group: string, policy: string) =>
  replay.rows.find(
    (row) =>
      row.window === window &&
      row.prices === prices.toLowerCase() &&
      row.group === group &&
      row.policy === policy,
  )!;

const lines = [...readme.matchAll(/^\| (\d+k) +\| (\w+) +\|(.*)\|$/gm)].map(
  ([, window, prices, rest]) =>
    [window!, prices!, rest!.split('|').map((cell) => cell.trim())] as const,
);

test('the README shows every window and price table', () => {
  expect(lines).toHaveLength(
    Object.keys(replay.budgets).length * Object.keys(replay.prices).length,
  );
});

test.each(lines)(
  'what the README says of %s on %s is what was measured',
  (window, prices, cells) => {
    const row = (policy: string) => rowOf(window, prices, 'inside', policy);
    const kept = (policy: string) =>
      `${row(policy).bill.toFixed(2)}, ${row(policy).held.toFixed(1)} %`;
    const limit = Object.entries(replay.budgets).find(([name]) => name === window)![1].limit;
    expect(cells).toEqual([
      String(row('ours').sessions),
      row('nothing').bill.toFixed(2),
      kept('prune-every-turn'),
      kept('threshold-masking'),
      kept('ours'),
      `${row('ours').peak} of ${limit}`,
    ]);
  },
);

test.each(lines)(
  'in %s on %s ours is the cheapest of those that stay inside and hold what masking holds',
  (window, prices) => {
    const row = (policy: string) => rowOf(window, prices, 'inside', policy);
    expect(row('ours').outside).toBe(0);
    expect(row('ours').held).toBeGreaterThanOrEqual(row('threshold-masking').held);
    for (const policy of ['prune-every-turn', 'threshold-masking']) {
      expect(row('ours').bill).toBeLessThan(row(policy).bill);
    }
  },
);

const all = (policy: string) =>
  Object.keys(replay.budgets).map((window) => rowOf(window, 'anthropic', 'all', policy));

const held = (window: string) =>
  Object.keys(replay.prices).map((prices) => rowOf(window, prices, 'all', 'ours').held);

const range = (window: string) =>
  `${Math.min(...held(window)).toFixed(1)} to ${Math.max(...held(window)).toFixed(1)} % at ${window}`;

const counts = (policy: string) => all(policy).map(({ outside }) => outside);

test('what the README says of all sessions is what was measured', () => {
  const sessions = all('ours').map((row) => row.sessions);
  const [masked, ours] = [counts('threshold-masking'), counts('ours')];
  const fitting = Object.keys(replay.budgets).flatMap((window) =>
    Object.keys(replay.prices).map((prices) => {
      const bill = (policy: string) => rowOf(window, prices, 'fitting', policy).bill;
      return bill('ours') / bill('nothing');
    }),
  );
  const less = Math.round((1 - Math.min(...fitting)) * 100);
  const more = Math.round((Math.max(...fitting) - 1) * 100);
  const promised = [
    `(${sessions[0]}, ${sessions[1]} and ${sessions[2]})`,
    `masking leaves ${masked[0]}, ${masked[1]} and ${masked[2]} over the limit, ours ${ours[0]}, ${ours[1]} and ${ours[2]}`,
    range('32k'),
    range('128k'),
    `between ${less} % less and ${more} % more`,
  ];
  expect(promised.filter((phrase) => !readme.includes(phrase))).toEqual([]);
});
