import { summaryId } from '@palimpsest/reductions';

/**
 * 64 bits of some texts, as 16 hexadecimal digits. A digest tells texts apart that got mixed up; it is no protection against somebody who
 * looks for a collision.
 */
export function digest(texts: readonly string[]): string {
  return summaryId(texts).slice('sum_'.length);
}
