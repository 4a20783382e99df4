import { rejectOnAbort } from '@palimpsest/core-types';

/** Rejects when the signal aborts, even if the work ignores it. Results of the work are dropped then. */
export async function untilAborted<Value>(
  signal: AbortSignal | undefined,
  work: () => PromiseLike<Value> | Value,
): Promise<Value> {
  // Checked again right before the work starts: an aborted caller must not call a model.
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
