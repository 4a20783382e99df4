import { joinBytes } from '@palimpsest/adapter';

export type Chunks = AsyncIterable<Uint8Array>;

export async function* oneChunk(bytes: Uint8Array): Chunks {
  if (bytes.length > 0) yield bytes;
}

/** Returns a value as JSON. */
export function bytesOf(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** Reads a body into memory. Returns one of more than `limit` bytes as chunks: those read so far, and those that are still to come. */
export async function readBody(body: Chunks, limit: number): Promise<Uint8Array | Chunks> {
  const source = body[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    chunks.push(next.value);
    length += next.value.length;
    if (length > limit) return resume(chunks, source);
  }
  return joinBytes(chunks);
}

async function* resume(read: Uint8Array[], rest: AsyncIterator<Uint8Array>): Chunks {
  try {
    yield* read.splice(0);
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}

/** Returns the body, and calls `end` once: when it has ended, failed or been given up, or when the signal aborts. */
export function onEnd(body: Chunks, signal: AbortSignal, end: () => void): Chunks {
  let isOver = false;
  const endOnce = (): void => {
    if (isOver) return;
    isOver = true;
    signal.removeEventListener('abort', endOnce);
    end();
  };
  if (signal.aborted) endOnce();
  else signal.addEventListener('abort', endOnce);
  // A generator that was never started would not notice that it is given up.
  return {
    [Symbol.asyncIterator]() {
      const source = body[Symbol.asyncIterator]();
      return {
        async next() {
          try {
            const next = await source.next();
            if (next.done === true) endOnce();
            return next;
          } catch (error) {
            endOnce();
            throw error;
          }
        },
        async return() {
          endOnce();
          await source.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
