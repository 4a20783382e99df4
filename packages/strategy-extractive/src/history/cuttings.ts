import { isMarker } from '@palimpsest/core-types';
import { TRUNCATION_LENGTHS, isUseful, truncateToMarker } from '@palimpsest/reductions';
import { cutBetweenTokens } from '@palimpsest/text';
import { toLine, toShortLine } from './result-lines.ts';
import { rewriteText } from './rewrite-text.ts';
import type { Edit } from './steps.ts';
import type { Target } from './targets.ts';
import type { Notes } from './writing.ts';

/** One way to reduce passages. */
export interface Cutting {
  /** Applies only to texts longer than this, in UTF-16 units. */
  readonly above: number;
  cut(target: Target): Edit | undefined;
}

/**
 * Returns the reductions of tool results, in order (pipeline-origin §5, 39). At the end, a result becomes one line with its tool and outcome.
 * A failed result only becomes a line, because its last line must stay (law 7).
 */
export function listTruncationSteps(notes: Notes): Cutting[] {
  return [
    ...TRUNCATION_LENGTHS.filter((limit) => limit > 0).map((limit): Cutting => ({
      above: limit,
      cut: (target) =>
        target.result?.hasFailed === true ? undefined : cutTo(target, limit, notes),
    })),
    {
      above: -1,
      cut: (target) =>
        target.result === undefined ? cutTo(target, 0, notes) : toLine(target, notes),
    },
    { above: -1, cut: (target) => toShortLine(target, notes) },
  ];
}

/** Returns the truncations of prose, in order. With `cutsMarks`, only the last one, which also applies to markers of summaries. */
export function proseCuttings(notes: Notes, cutsMarks: boolean): Cutting[] {
  return (cutsMarks ? [0] : TRUNCATION_LENGTHS).map((limit) => ({
    above: limit,
    cut: (target) => cutTo(target, limit, notes, cutsMarks),
  }));
}

function cutTo(target: Target, limit: number, notes: Notes, cutsMarks = true): Edit {
  return rewriteText(
    target,
    (text, length) => {
      if (!cutsMarks && isMarker(text)) return undefined;
      const shorter = truncateToMarker(text, limit, length, cutBetweenTokens);
      return shorter !== undefined && isUseful(shorter, text) ? shorter : undefined;
    },
    notes,
  );
}
