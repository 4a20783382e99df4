import { canonicalText } from './message-digest.ts';

/**
 * Returns whether two messages are equal for `restore` and `proves`: the same JSON in any order of members, and the same values that JSON
 * cannot represent.
 *
 * @throws {OriginalsError} `NOT_KEEPABLE` when a value contains itself
 */
export function isSameMessage(left: unknown, right: unknown): boolean {
  return left === right || canonicalText(left) === canonicalText(right);
}
