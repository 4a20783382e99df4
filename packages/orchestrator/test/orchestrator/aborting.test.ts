import { expect, test } from 'vitest';
import { noop, scripted, sourceWith } from './scripted.ts';
import { estimateTokens, exchange, human, session } from './session.ts';

const WINDOW = { 'context-limit': 2_000, maxOutputTokens: 200, 'compression.economics': false };

test('returns the outcome when the caller aborts after the compression was applied', async () => {
  const { history, orchestrator } = session({ ...WINDOW });
  history.append(human('Fix it.'), ...['a', 'b', 'c', 'd'].flatMap((id) => exchange(id, 600)));
  const controller = new AbortController();
  orchestrator.subscribe(({ kind }) => {
    if (kind === 'prepared') controller.abort(new Error('too late'));
  });
  const outcome = await orchestrator.prepare({ signal: controller.signal });
  expect(controller.signal.aborted).toBe(true);
  expect(outcome.firstChangedIndex).toBeDefined();
  expect([...history.curated()]).toEqual([...outcome.history]);
});

test('an abort releases the queue when the estimator never resolves', async () => {
  let hangs = true;
  const { history, orchestrator } = session(
    { ...WINDOW },
    { estimateTokens: (entries) => (hangs ? new Promise(() => {}) : estimateTokens(entries)) },
  );
  const controller = new AbortController();
  const first = orchestrator.prepare({ pending: [human('Fix it.')], signal: controller.signal });
  const second = orchestrator.prepare();
  await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort(new Error('enough'));
  await expect(first).rejects.toBe(controller.signal.reason);
  hangs = false;
  history.append(human('And?'));
  await expect(second).resolves.toMatchObject({ kind: 'unchanged' });
});

test('an aborted request leaves the queue, and later requests still wait for the first', async () => {
  const order: string[] = [];
  const gate = new AbortController();
  const strategies = sourceWith(
    scripted('slow', async () => {
      order.push('begun');
      await new Promise((resolve) => gate.signal.addEventListener('abort', resolve));
      order.push('ended');
      return noop('nothing-removable');
    }),
  );
  const settings = { ...WINDOW, 'compression.strategy': 'slow', 'compression.fallback': 'none' };
  const { history, orchestrator } = session(settings, { strategies });
  history.append(human('Fix it.'), ...exchange('a', 600));
  const controller = new AbortController();
  const first = orchestrator.prepare({ force: true });
  const second = orchestrator.prepare({ signal: controller.signal });
  const third = orchestrator.prepare().then(() => order.push('third'));
  controller.abort(new Error('enough'));
  await expect(second).rejects.toBe(controller.signal.reason);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(order).toEqual(['begun']);
  gate.abort();
  await Promise.all([first, third]);
  expect(order).toEqual(['begun', 'ended', 'third']);
});
