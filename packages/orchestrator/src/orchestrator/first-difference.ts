import type { IContent } from '@palimpsest/core-types';
import { firstChange } from '@palimpsest/history';

/** Index of the first entry that is another one; costs nothing where the whole is the same array. */
export function firstDifference(
  before: readonly IContent[],
  after: readonly IContent[],
): number | undefined {
  return before === after ? undefined : firstChange(before, after);
}
