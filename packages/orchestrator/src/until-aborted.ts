import { rejectOnAbort } from '@palimpsest/core-types';

/**
 * Rejects when the signal aborts, even if the work ignores it. Results of the work are dropped then. If the work ends at the moment of the abort,
 * the abort counts, also before an error of the work.
 */
export async function untilAborted<Value>(
  signal: AbortSignal | undefined,
  work: () => PromiseLike<Value> | Value,
): Promise<Value> {
  signal?.throwIfAborted();
  const begin = async (): Promise<Value> => await work();
  try {
    return await rejectOnAbort(begin(), signal);
  } finally {
    signal?.throwIfAborted();
  }
}
