import { runAtOnce, createYieldToEventLoop, runInSlices } from '../src/index.ts';
import { expect, onTestFinished, test, vi } from 'vitest';

test('a slice ends after 8 ms of the clock, and the next one begins after a turn of the event loop', async () => {
  let now = 100;
  const yieldToEventLoop = createYieldToEventLoop(undefined, () => now);
  now += 7.9;
  expect(yieldToEventLoop()).toBeUndefined();
  now += 0.1;
  let isTurned = false;
  setImmediate(() => (isTurned = true));
  const pause = yieldToEventLoop();
  now += 50;
  await pause;
  expect(isTurned).toBe(true);
  expect(yieldToEventLoop()).toBeUndefined();
});

test('an abort rejects at the end of a slice, with its reason', async () => {
  let now = 0;
  const controller = new AbortController();
  const yieldToEventLoop = createYieldToEventLoop(controller.signal, () => now);
  const reason = new Error('Stop.');
  controller.abort(reason);
  expect(yieldToEventLoop()).toBeUndefined();
  now = 8;
  await expect(yieldToEventLoop()).rejects.toBe(reason);
});

test('where there are only timers, a pause waits for one', async () => {
  for (const name of ['setImmediate', 'scheduler', 'MessageChannel'])
    vi.stubGlobal(name, undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  let now = 0;
  const yieldToEventLoop = createYieldToEventLoop(undefined, () => now);
  now = 8;
  await expect(yieldToEventLoop()).resolves.toBeUndefined();
});

function* work(): Generator<void, string> {
  yield;
  yield;
  return 'done';
}

test('work in slices has the result of work at once, and breathes at each of its yields', async () => {
  let breaths = 0;
  const result = await runInSlices(work(), () => {
    breaths += 1;
    return breaths === 1 ? Promise.resolve() : undefined;
  });
  expect([result, breaths]).toEqual([runAtOnce(work()), 2]);
});
