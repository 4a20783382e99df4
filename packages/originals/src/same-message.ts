import { canonicalText } from './message-digest.ts';

/**
 * Whether two messages say the same, as `restore` and `proves` see it: the same JSON, in whatever order members come, and the same of what
 * JSON cannot carry.
 *
 * @throws {OriginalsError} `NOT_KEEPABLE` for values that hold themselves
 */
export function isSameMessage(left: unknown, right: unknown): boolean {
  return left === right || canonicalText(left) === canonicalText(right);
}
