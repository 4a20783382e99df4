import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** Decoders by content encoding. Node.js knows zstd from 22.15 on. */
const DECODERS: Readonly<Record<string, Decode | undefined>> = {
  gzip: promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
  br: promisify(zlib.brotliDecompress),
  zstd: typeof zlib.zstdDecompress === 'function' ? promisify(zlib.zstdDecompress) : undefined,
};

/** Decodes a request body; `undefined` for an unknown encoding, invalid data, or more than `limit` bytes. */
export async function decodeBody(
  bytes: Uint8Array,
  encoding: string,
  limit: number,
): Promise<Uint8Array | undefined> {
  const decode = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  try {
    return await decode?.(bytes, { maxOutputLength: limit });
  } catch {
    // The provider says what is wrong with it.
    return undefined;
  }
}
