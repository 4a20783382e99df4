import { summaryId } from '@palimpsest/summarizer/reduce';

/** Returns a 64-bit digest of texts, as 16 hexadecimal digits. It detects mix-ups, but does not protect against deliberate collisions. */
export function digest(texts: readonly string[]): string {
  return summaryId(texts).slice('sum_'.length);
}
