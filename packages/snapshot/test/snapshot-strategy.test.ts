import { scriptedProvider, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { SnapshotOptionError, SnapshotStrategy } from '../src/index.ts';
import { snapshotOf, turns } from './compressed.ts';
import { compressWithModel } from '../src/snapshot-strategy.ts';
import { resolveModelOptions } from '../src/model-options.ts';

const part = { name: 'part', split: () => ({ top: 1, bottom: 10 }) };

test('a strategy consists of a name and a split, and compresses with the model', async () => {
  const model = scriptedProvider([snapshotOf('Goal: ships.')]);
  const strategy = new SnapshotStrategy(part, { model });
  expect(strategy).toMatchObject({
    name: 'part',
    requiresLLM: true,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
  });
  const context = testContext(turns(12));
  expect(await strategy.compress(context)).toEqual(
    await compressWithModel(context, part, resolveModelOptions({ model })),
  );
  expect(model.requests).toHaveLength(2);
});

test('a split that returns a reason leads to a no-op with that reason', async () => {
  const none = { name: 'none', split: async () => 'tail-covers-all' as const };
  const strategy = new SnapshotStrategy(none, { model: scriptedProvider([snapshotOf('None.')]) });
  const result = await strategy.compress(testContext(turns(12)));
  expect(result).toMatchObject({ kind: 'noop', reason: 'tail-covers-all' });
});

test('rejects invalid options at construction', () => {
  expect(() => new SnapshotStrategy(part, { timeoutMs: 0 })).toThrow(SnapshotOptionError);
});
