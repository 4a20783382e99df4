import { expect, test } from 'vitest';
import { keepNewest } from './readme/keep-newest.ts';

test('the strategy of the README returns both kinds of results', async () => {
  const entry = { speaker: 'human', blocks: [{ type: 'text', text: 'x' }] } as const;
  const context = {
    runtimeContext: { ephemerals: {} },
    estimateTokens: () => 0,
    currentTokenCount: 0,
  };
  const applied = await keepNewest.compress({ ...context, history: [entry, { ...entry }] });
  expect(applied).toMatchObject({ kind: 'applied', newHistory: [entry] });
  const idle = await keepNewest.compress({ ...context, history: [entry] });
  expect(idle).toMatchObject({ kind: 'noop', reason: 'tail-covers-all' });
});
