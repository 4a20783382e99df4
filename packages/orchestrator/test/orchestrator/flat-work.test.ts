import { expect, test, vi } from 'vitest';
import { longSession, meanWork } from './long-session.ts';

const SMALL = { 'context-limit': 20_000, maxOutputTokens: 2_000 };

/** The benchmark uses at least five times as many messages (`pnpm bench long-session`). */
const VARIANTS = [
  { name: 'nothing is ever due', messages: 20_000, settings: { 'context-limit': 1_000_000_000 } },
  {
    name: 'compressed again and again',
    messages: 5_000,
    settings: { ...SMALL, 'compression.strategy': 'salience' },
  },
  {
    name: 'optimized continuously',
    messages: 20_000,
    settings: { ...SMALL, 'compression.strategy': 'high-density' },
  },
];

test.each(VARIANTS)(
  '$name: the work per turn and the saved state do not grow with the number of turns',
  async ({ messages, settings }) => {
    const { turns, orchestrator, history } = await longSession(messages, settings);
    const early = meanWork(turns.slice(0.3 * messages, 0.5 * messages));
    const late = meanWork(turns.slice(0.8 * messages));
    expect(early).toBeGreaterThan(0);
    expect(late).toBeLessThanOrEqual(1.5 * early);
    const { ledgers, ...rest } = orchestrator.toJSON();
    expect(ledgers['large']!.calls.length).toBe(1_000);
    expect(orchestrator.ledgers.get('large')!.totals.calls).toBe(messages);
    expect(JSON.stringify(rest).length).toBeLessThan(2_000);
    expect(history.length).toBeLessThanOrEqual(messages);
  },
  300_000,
);

test('a turn processes only new entries while nothing is due', async () => {
  const { turns } = await longSession(2_000, { 'context-limit': 1_000_000_000 });
  const work = turns.map(({ estimated, read, described }) => estimated + read + described);
  expect(Math.max(...work.slice(10))).toBeLessThanOrEqual(12);
});

test('a turn looks up only new entries in caches by identity', async () => {
  const lookUps = vi.spyOn(WeakMap.prototype, 'get');
  const counts: number[] = [];
  try {
    await longSession(1_000, { 'context-limit': 1_000_000_000 }, () => {
      counts.push(lookUps.mock.calls.length);
      lookUps.mockClear();
    });
  } finally {
    lookUps.mockRestore();
  }
  expect(Math.max(...counts.slice(900))).toBeLessThanOrEqual(Math.max(...counts.slice(10, 110)));
});
