import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Refusal } from '../refusal.ts';
import { errorCode } from './read-failure.ts';

/** The bytes themselves, or what they hold where they begin as gzip does. The source is closed when the reader stops. */
export async function* inflate(
  source: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  try {
    const start = await readStart(chunks);
    const bytes = startingWith(start, chunks);
    const isGzip = start[0] === 0x1f && start[1] === 0x8b;
    yield* isGzip ? gunzip(bytes, name) : bytes;
  } finally {
    // A pipe that stays open would keep the program waiting.
    await chunks.return?.();
  }
}

/** At least two bytes, where there are as many: enough to tell. */
async function readStart(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let start: Uint8Array = new Uint8Array();
  while (start.length < 2) {
    const next = await chunks.next();
    if (next.done === true) break;
    start = start.length === 0 ? toBytes(next.value) : Buffer.concat([start, toBytes(next.value)]);
  }
  return start;
}

async function* startingWith(
  start: Uint8Array,
  chunks: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (start.length > 0) yield start;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    yield toBytes(next.value);
  }
}

async function* gunzip(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const compressed = Readable.from(bytes, { objectMode: false });
  const inflated = createGunzip();
  compressed.once('error', (error) => inflated.destroy(error));
  try {
    for await (const chunk of compressed.pipe(inflated)) yield chunk as Uint8Array;
  } catch (error) {
    if (!errorCode(error).startsWith('Z_')) throw error;
    throw new Refusal(
      `${name} begins like gzip, but is damaged or cut short; compress it again, or give the file itself.`,
      { cause: error },
    );
  } finally {
    compressed.destroy();
  }
}

/** Standard input yields texts once somebody has set an encoding. */
function toBytes(chunk: Uint8Array | string): Uint8Array {
  return typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}
