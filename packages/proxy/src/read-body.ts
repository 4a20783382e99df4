import type { Chunks } from './exchange.ts';

/** A whole body, or one that is too long to hold. */
export type ReadBody =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  /** The chunks read so far, followed by those that are still to come. */
  | { readonly kind: 'long'; readonly chunks: Chunks };

/** Reads a body of at most `limit` bytes into memory. */
export async function readBody(body: Chunks, limit: number): Promise<ReadBody> {
  const source = body[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    chunks.push(next.value);
    length += next.value.length;
    if (length > limit) return { kind: 'long', chunks: resume(chunks, source) };
  }
  return { kind: 'whole', bytes: joinChunks(chunks) };
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

/** Reads a whole body into memory. */
export async function readWhole(body: Chunks): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return joinChunks(chunks);
}

function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
