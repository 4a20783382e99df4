import { scriptedProvider, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { snapshotOf, summarizing, turns } from './compressed.ts';

test('a strategy consists of a name and a split, and compresses with the model', async () => {
  const model = scriptedProvider([snapshotOf('Goal: ships.')]);
  const strategy = summarizing({ name: 'part', split: () => ({ top: 1, bottom: 10 }) }, { model });
  expect(strategy).toMatchObject({
    name: 'part',
    requiresLLM: true,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
  });
  expect(await strategy.compress(testContext(turns(12)))).toMatchObject({
    kind: 'applied',
    metadata: { strategyUsed: 'part', dropped: { summarizedEntries: 9 } },
  });
  expect(model.requests).toHaveLength(1);
});

test('a split that returns a reason leads to a no-op with that reason', async () => {
  const none = { name: 'none', split: async () => 'tail-covers-all' as const };
  const strategy = summarizing(none, { model: scriptedProvider([snapshotOf('None.')]) });
  const result = await strategy.compress(testContext(turns(12)));
  expect(result).toMatchObject({ kind: 'noop', reason: 'tail-covers-all' });
});
