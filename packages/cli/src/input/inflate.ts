import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Refusal } from '../refusal.ts';
import { errorCode } from './read-failure.ts';

/** The bytes themselves, or what they hold where they begin as gzip does. */
export async function* inflate(
  source: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let seen = 0;
  while (seen < 2) {
    const next = await chunks.next();
    if (next.done === true) break;
    const bytes = toBytes(next.value);
    head.push(bytes);
    seen += bytes.length;
  }
  const start = Buffer.concat(head);
  async function* all(): AsyncGenerator<Uint8Array> {
    if (start.length > 0) yield start;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      yield toBytes(next.value);
    }
  }
  if (start[0] !== 0x1f || start[1] !== 0x8b) {
    yield* all();
    return;
  }
  const compressed = Readable.from(all(), { objectMode: false });
  const inflated = createGunzip();
  compressed.once('error', (error) => inflated.destroy(error));
  try {
    for await (const chunk of compressed.pipe(inflated)) yield chunk as Uint8Array;
  } catch (error) {
    const code = errorCode(error);
    if (!code.startsWith('Z_') && !code.startsWith('ERR_')) throw error;
    throw new Refusal(
      `${name} begins like gzip, but is damaged or cut short; compress it again, or give the file itself.`,
      { cause: error },
    );
  }
}

/** Standard input yields texts once somebody has set an encoding. */
function toBytes(chunk: Uint8Array | string): Uint8Array {
  return typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}
