import { CUTS, shorten } from '@palimpsest/reductions';
import { cutBetweenTokens } from '@palimpsest/text';
import { toLine, toShortLine } from './result-lines.ts';
import { rewriteText } from './rewrite-text.ts';
import type { Edit } from './steps.ts';
import type { Target } from './targets.ts';
import type { Notes } from './writing.ts';

/** One way to cut, the same for many passages. */
export interface Cutting {
  /** Only texts of more UTF-16 units can become shorter by it. */
  readonly above: number;
  cut(target: Target): Edit | undefined;
}

/**
 * The ways to cut, one after another (pipeline-origin §5, 39). A result becomes a line in the end, so that tool and outcome stay in view;
 * a failure nothing but a line, because its last line must stay (law 7).
 */
export function cuttingsOf(notes: Notes): Cutting[] {
  const cutTo = (target: Target, limit: number): Edit =>
    rewriteText(target, (text, length) => shorten(text, limit, length, cutBetweenTokens), notes);
  return [
    ...CUTS.filter((limit) => limit > 0).map((limit): Cutting => ({
      above: limit,
      cut: (target) => (target.result?.hasFailed === true ? undefined : cutTo(target, limit)),
    })),
    {
      above: -1,
      cut: (target) => (target.result === undefined ? cutTo(target, 0) : toLine(target, notes)),
    },
    { above: -1, cut: (target) => toShortLine(target, notes) },
  ];
}
