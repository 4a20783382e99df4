import { sha256 as createPortableDigest } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

interface Runtime {
  readonly process?: {
    readonly getBuiltinModule?: (
      name: string,
    ) => { readonly hash?: (algorithm: string, text: string) => string } | undefined;
  };
}

/** Returns the SHA-256 of well-formed text as UTF-8, in lower-case hexadecimal digits. */
export function sha256(text: string): string {
  // Node's implementation is several times as fast, and is available without an import.
  const crypto = (globalThis as Runtime).process?.getBuiltinModule?.('node:crypto');
  return crypto?.hash?.('sha256', text) ?? portableSha256(text);
}

/** Returns the same as `sha256`, on any runtime. */
export function portableSha256(text: string): string {
  return bytesToHex(createPortableDigest(utf8ToBytes(text)));
}

/** Returns whether a value has the form of a `sha256` result. */
export function isSha256(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
