import { copyJson } from './copy-json.ts';
import { OriginalsError } from './originals-error.ts';
import { sha256 } from './sha256.ts';

/**
 * Returns the digest that identifies a message: SHA-256 of its JSON with sorted keys. It does not depend on the order of members, nor on a
 * round trip through JSON. Of values that JSON does not have, only the type counts.
 *
 * @throws {OriginalsError} `NOT_KEEPABLE` when the message is more than 100 levels deep
 */
export function messageDigest(message: unknown): string {
  return sha256(JSON.stringify(copyJson(message, { isSorted: true, isLenient: true })) ?? 'null');
}

/**
 * Returns whether two messages are equal for `restore` and `findProof`: the same object, or the same JSON in any order of members.
 */
export function isSameMessage(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  try {
    const [one, other] = [left, right].map((message) =>
      JSON.stringify(copyJson(message, { isSorted: true })),
    );
    return one === other;
  } catch (error) {
    if (OriginalsError.isInstance(error)) return false;
    throw error;
  }
}
