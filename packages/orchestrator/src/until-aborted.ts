import { rejectOnAbort } from '@palimpsest/core-types';

/** Does not wait for work that does not listen to the signal, and takes nothing from it once the signal has aborted. */
export async function untilAborted<Value>(
  signal: AbortSignal | undefined,
  work: () => Promise<Value> | Value,
): Promise<Value> {
  // Looked at once more right before it begins: a model must not be asked by somebody who has left.
  const begin = async () => {
    signal?.throwIfAborted();
    return await work();
  };
  signal?.throwIfAborted();
  try {
    return await rejectOnAbort(Promise.resolve().then(begin), signal);
  } finally {
    signal?.throwIfAborted();
  }
}
