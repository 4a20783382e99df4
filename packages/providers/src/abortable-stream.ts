import type { IContent } from '@palimpsest/core-types';

/**
 * Returns the entries of `produce` as a stream that ends at once when its consumer stops, even while it waits for the next entry. If the signal
 * of the caller aborts, the stream rejects with its reason.
 *
 * @param produce receives a signal that aborts when the stream ends
 */
export function createAbortableStream(
  caller: AbortSignal | undefined,
  produce: (signal: AbortSignal) => AsyncGenerator<IContent>,
): AsyncGenerator<IContent> {
  const control = new AbortController();
  let hasStopped = false;
  const stream = run();
  const finish = stream.return.bind(stream);
  // A generator runs `return` only after a pending `next`. The abort ends a `next` that waits.
  stream.return = (value) => {
    hasStopped = true;
    control.abort();
    return finish(value);
  };
  return stream;

  async function* run(): AsyncGenerator<IContent> {
    const onAbort = (): void => control.abort(caller?.reason);
    caller?.addEventListener('abort', onAbort);
    try {
      caller?.throwIfAborted();
      yield* produce(control.signal);
    } catch (error) {
      if (hasStopped) return;
      caller?.throwIfAborted();
      throw error;
    } finally {
      caller?.removeEventListener('abort', onAbort);
      control.abort();
    }
  }
}
