import type { StoredOriginal } from './originals-store.ts';
import { sha256 } from './sha256.ts';
import { writeOriginal, type Redact } from './write-original.ts';

/**
 * A message as it is stored, under its id.
 *
 * @throws {OriginalsError} `NOT_KEEPABLE`
 */
export function toStored(message: unknown, redact: Redact | undefined): StoredOriginal {
  const text = writeOriginal(message, redact);
  return { id: sha256(text), text };
}
