import { expect, test, vi } from 'vitest';
import { untilAborted } from '../src/until-aborted.ts';

const reason = new Error('given up');

test('rejects without starting the work when the signal is already aborted', async () => {
  const work = vi.fn<() => number>();
  await expect(untilAborted(AbortSignal.abort(reason), work)).rejects.toBe(reason);
  expect(work).not.toHaveBeenCalled();
});

test.each([
  ['directly', 'a result'],
  ['directly', 'an error'],
  ['one microtask', 'a result'],
  ['one microtask', 'an error'],
])('rejects when the signal aborts %s after %s of the work', async (moment, end) => {
  const controller = new AbortController();
  const abort = (): void => controller.abort(reason);
  const work = new Promise((resolve, reject) => {
    setImmediate(() => {
      if (end === 'a result') resolve('done');
      else reject(new Error('of the work'));
      if (moment === 'directly') abort();
      else queueMicrotask(abort);
    });
  });
  await expect(untilAborted(controller.signal, () => work)).rejects.toBe(reason);
});
