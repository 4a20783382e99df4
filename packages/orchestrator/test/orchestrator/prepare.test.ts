import { expect, test } from 'vitest';
import { PRICES } from '../../src/index.ts';
import { exchange, human, session } from './session.ts';

const WINDOW = { 'context-limit': 20_000, maxOutputTokens: 2_000 };

test('compresses request and history to the target from the trigger on', async () => {
  const { history, orchestrator } = session({ ...WINDOW });
  history.append(human('Fix it.'));
  for (let at = 0; at < 18; at += 1) history.append(...exchange(`run${at}`, 1_000));
  const outcome = await orchestrator.prepare({ pending: [human('Go on.')] });
  expect(outcome.kind).toBe('compressed');
  expect(outcome.tokensBefore).toBeGreaterThanOrEqual(outcome.budget.trigger);
  expect(outcome.tokensAfter).toBeLessThanOrEqual(outcome.budget.target);
  expect([...history.curated()]).toEqual([...outcome.history]);
  expect(outcome.firstChangedIndex).toBeLessThan(outcome.history.length);
});

test('applies worthwhile edits at once for another model, which has nothing cached', async () => {
  const prices = PRICES.anthropic;
  for (const [model, kind] of [
    ['large', 'unchanged'],
    ['small', 'compressed'],
  ] as const) {
    const { history, orchestrator, clock } = session({ ...WINDOW }, { prices });
    history.append(human('Fix it.'));
    for (let at = 0; at < 12; at += 1) history.append(...exchange(`run${at}`, 1_000));
    const first = await orchestrator.prepare({ model: 'large' });
    expect(first).toMatchObject({ kind: 'unchanged', reason: 'not-due' });
    clock.now += 1_000;
    history.append(...exchange('one more', 100));
    expect(await orchestrator.prepare({ model })).toMatchObject({ kind });
  }
});
