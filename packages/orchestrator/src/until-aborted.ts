import { unlessAborted } from '@palimpsest/core-types';

/** Does not wait for work that does not listen to the signal, and takes nothing from it once the signal has aborted. */
export async function untilAborted<Value>(
  signal: AbortSignal | undefined,
  work: () => Promise<Value> | Value,
): Promise<Value> {
  signal?.throwIfAborted();
  try {
    return await unlessAborted(Promise.resolve().then(work), signal);
  } finally {
    signal?.throwIfAborted();
  }
}
