import { untilAborted } from './until-aborted.ts';

/** Runs work in the order of the calls, each after the previous one has ended, even with an error. */
export type RequestQueue = <Value>(
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
) => Promise<Value>;

/** Creates a queue. An abort during the wait rejects at once, and the work never starts; running work handles the signal itself. */
export function createRequestQueue(): RequestQueue {
  let last: Promise<unknown> = Promise.resolve();
  return async (signal, work) => {
    const before = last;
    const run = async () => {
      await untilAborted(signal, () => before);
      return await work();
    };
    const running = run();
    // No value, so that the queue does not keep earlier results in memory.
    last = Promise.allSettled([before, running]).then(() => undefined);
    return await running;
  };
}
