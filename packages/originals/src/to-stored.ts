import type { StoredOriginal } from './originals-store.ts';
import { sha256 } from './sha256.ts';
import { writeOriginal, type Redact } from './write-original.ts';

/**
 * Returns a message in its stored form, with its id.
 *
 * @throws {OriginalsError} `NOT_KEEPABLE` when the message cannot be stored losslessly
 */
export function toStored(message: unknown, redact: Redact | undefined): StoredOriginal {
  const text = writeOriginal(message, redact);
  return { id: sha256(text), text };
}
