import type { IContent } from '@palimpsest/core-types';

/**
 * An answer that ends at once when its consumer has enough, even while it waits for more, and that rejects with the reason of the
 * caller's signal.
 */
export function stoppable(
  signal: AbortSignal | undefined,
  run: (unwanted: AbortSignal) => AsyncGenerator<IContent>,
): AsyncGenerator<IContent> {
  const enough = new AbortController();
  const chunks = settled(run(enough.signal), signal, enough.signal);
  const finish = chunks.return.bind(chunks);
  chunks.return = (value) => {
    enough.abort();
    return finish(value);
  };
  return chunks;
}

async function* settled(
  chunks: AsyncGenerator<IContent>,
  signal: AbortSignal | undefined,
  unwanted: AbortSignal,
): AsyncGenerator<IContent> {
  try {
    yield* chunks;
  } catch (error) {
    if (unwanted.aborted) return;
    // Whatever broke, broke because of it.
    signal?.throwIfAborted();
    throw error;
  }
}
