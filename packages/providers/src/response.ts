import { rejectOnAbort, type IContent } from '@palimpsest/core-types';

/**
 * Returns the entries of `produce` as a stream that ends at once when its consumer stops, even while it waits for more. An abort by the
 * caller rejects with the reason of its signal.
 *
 * @param produce receives a signal that aborts when nothing more is wanted
 */
export function createResponse(
  caller: AbortSignal | undefined,
  produce: (signal: AbortSignal) => AsyncGenerator<IContent>,
): AsyncGenerator<IContent> {
  const control = new AbortController();
  let isUnwanted = false;
  const response = run();
  const finish = response.return.bind(response);
  response.return = (value) => {
    isUnwanted = true;
    control.abort();
    return finish(value);
  };
  return response;

  async function* run(): AsyncGenerator<IContent> {
    const onAbort = (): void => control.abort(caller?.reason);
    caller?.addEventListener('abort', onAbort);
    try {
      caller?.throwIfAborted();
      yield* produce(control.signal);
    } catch (error) {
      if (isUnwanted) return;
      caller?.throwIfAborted();
      throw error;
    } finally {
      caller?.removeEventListener('abort', onAbort);
      control.abort();
    }
  }
}

/** Waits for one result, or rejects because a response ends. */
export type Wait = <Result>(result: Promise<Result> | Result) => Promise<Result>;

/** Returns a `Wait` that rejects with the reason of `signal` as soon as it aborts. */
export function waitUnlessAborted(signal: AbortSignal): Wait {
  return async (result) => {
    const settled = await rejectOnAbort(result, signal);
    // A result that was ready wins the race against an abort before it.
    signal.throwIfAborted();
    return settled;
  };
}

/** Values after which the event loop runs once: an iterator whose values are always ready would let no timer and no signal through. */
const VALUES_PER_TURN = 256;

/** Yields the values of an iterator that may never settle; `wait` ends it. */
export async function* readValues<Value>(
  iterator: AsyncIterator<Value>,
  wait: Wait,
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
