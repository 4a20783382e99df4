import type { SalienceDecision } from '../decide.ts';
import type { ParseCache } from '../parse-cache.ts';
import type { ExplainedText, Explanation } from './explanation.ts';
import { keptLines, reasonOf } from './kept-lines.ts';

/** Describes what a decision keeps of each entry, and why. */
export function explainDecision(
  { boundary, selection, taken }: SalienceDecision,
  { reader }: ParseCache,
): Explanation {
  const { ranking, draft, open } = selection;
  const withTexts = open.filter(({ parts }) => parts.length > 0);
  const entries = withTexts.map(({ index, parts }) => ({
    index,
    texts: parts.map(({ block, role, reading, passage }): ExplainedText => {
      const first = ranking.board.firstUnit[passage]!;
      const isKept = (unit: number): boolean => draft.isKept(first + unit, taken);
      const kept = keptLines(reading, isKept, (unit) =>
        reasonOf(ranking, reader.vocabulary, first + unit),
      );
      return { block, role, ...kept };
    }),
  }));
  return { tailStart: boundary, entries };
}
