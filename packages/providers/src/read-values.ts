import { rejectOnAbort } from '@palimpsest/core-types';

/** Waits for a result, or rejects when the response is aborted. */
export type AbortableWait = <Result>(result: Promise<Result> | Result) => Promise<Result>;

/** Returns a function that waits for a result, or rejects with the reason of `signal` as soon as it aborts. */
export function waitUnlessAborted(signal: AbortSignal): AbortableWait {
  return async (result) => {
    const settled = await rejectOnAbort(result, signal);
    // A result that was ready wins over an earlier abort in `rejectOnAbort`; here the abort has to win.
    signal.throwIfAborted();
    return settled;
  };
}

/** Number of values after which the event loop runs once: an iterator whose values are always ready would block timers and signals. */
const VALUES_PER_TURN = 256;

/** Yields the values of an iterator. `wait` can abort the wait for a value that never comes. */
export async function* readValues<Value>(
  iterator: AsyncIterator<Value>,
  wait: AbortableWait,
): AsyncGenerator<Value> {
  let isDone = false;
  try {
    for (let count = 1; ; count += 1) {
      const next = await wait(iterator.next());
      isDone = next.done === true;
      if (next.done === true) return;
      yield next.value;
      if (count % VALUES_PER_TURN === 0) await wait(new Promise((resolve) => setTimeout(resolve)));
    }
  } finally {
    // Not awaited: an iterator that hangs would block its caller.
    if (!isDone) {
      void Promise.resolve()
        .then(() => iterator.return?.())
        .catch(() => {});
    }
  }
}
