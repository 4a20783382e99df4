import { isGapMark, type ExplainOptions } from '@palimpsest/history';
import type { Ladder } from './ladder.ts';
import type { RequestDraft } from './request-draft.ts';

/**
 * Returns how a rung explains marks. Where it takes the explanation away, the first mark that is left gets it: in a result, or alone in an
 * entry. Other texts are left alone, as anybody can type a mark.
 */
export function explaining(
  { entries }: RequestDraft,
  { isProtected, originalId }: Ladder,
): ExplainOptions {
  return {
    canRecall: originalId !== undefined,
    mayExplain(at) {
      const entry = entries[at]!;
      return (entry.speaker === 'tool' || isGapMark(entry)) && !isProtected(entry);
    },
  };
}
