import type { IdleLimit } from './idle-limit.ts';

/** The bytes of a body as they come. Whoever stops early ends the transfer. */
export async function* bodyBytes(
  body: ReadableStream<Uint8Array> | null,
  limit: IdleLimit,
): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    while (true) {
      const { done, value } = await limit.wait(() => reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** The beginning of a body, up to a number of bytes; as much as came where the transfer breaks. */
export async function bodyStart(
  body: ReadableStream<Uint8Array> | null,
  limit: IdleLimit,
  most: number,
): Promise<string> {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let left = most;
  try {
    for await (const bytes of bodyBytes(body, limit)) {
      texts.push(decoder.decode(bytes.subarray(0, left), { stream: true }));
      left -= bytes.length;
      if (left <= 0) break;
    }
  } catch {
    // The status is known, and says more than that its explanation is incomplete.
  }
  return texts.join('');
}
