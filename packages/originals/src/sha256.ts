import { sha256 as createPortableDigest } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

interface Crypto {
  readonly hash?: (algorithm: string, text: string) => string;
  readonly createHash: (algorithm: string) => Digest;
}

interface Digest {
  update(text: string): unknown;
  digest(encoding: 'hex'): string;
}

interface Runtime {
  readonly process?: { readonly getBuiltinModule?: (name: string) => Crypto | undefined };
}

/** Returns Node's implementation, several times as fast, if it is available without an import. Loading it takes milliseconds. */
const findCrypto = (): Crypto | undefined =>
  (globalThis as Runtime).process?.getBuiltinModule?.('node:crypto');

/** UTF-16 units that are hashed at once, so that the bytes of a 60 MB text are never in memory as a whole. */
const PIECE = 1_048_576;

/** Returns the SHA-256 of well-formed text as UTF-8, in lower-case hexadecimal digits. */
export function sha256(text: string): string {
  const crypto = findCrypto();
  if (crypto === undefined) return portableSha256(text);
  if (crypto.hash !== undefined && text.length <= PIECE) return crypto.hash('sha256', text);
  const digest = crypto.createHash('sha256');
  forEachPiece(text, (piece) => digest.update(piece));
  return digest.digest('hex');
}

/** Returns the same as `sha256`, on any runtime. */
export function portableSha256(text: string): string {
  const digest = createPortableDigest.create();
  forEachPiece(text, (piece) => digest.update(utf8ToBytes(piece)));
  return bytesToHex(digest.digest());
}

function forEachPiece(text: string, visit: (piece: string) => void): void {
  for (let start = 0; start < text.length;) {
    const end = Math.min(start + PIECE, text.length);
    // Keeps both halves of a surrogate pair in one piece.
    const isSplit = end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00;
    visit(text.slice(start, isSplit ? end - 1 : end));
    start = isSplit ? end - 1 : end;
  }
}

/** Returns whether a value has the form of a `sha256` result. */
export function isSha256(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
