import { defined, formatToolSummary, isMarker, withSoleText } from '@palimpsest/core-types';
import {
  TRUNCATION_LENGTHS,
  isUseful,
  parseOriginalLength,
  truncateToMarker,
} from '@palimpsest/summarizer/reduce';
import { cutBetweenTokens } from '@palimpsest/engine/text';
import {
  SHORT_RESULT_LENGTH,
  isResultLongerThan,
  resultLength,
  summarizeResponse,
} from '@palimpsest/engine/tools';
import { editResult, editText, type Edit } from './edits.ts';
import type { ReductionContext } from './reduction-context.ts';
import { getSoleText } from './responses.ts';
import type { Target } from './targets.ts';

/** One way to reduce passages. */
export interface TruncationStep {
  /** Applies only to texts longer than this, in UTF-16 units. */
  readonly above: number;
  readonly cut: (target: Target) => Edit | undefined;
}

/**
 * Returns the reductions of tool results, in order. At the end, a result becomes one line with its tool, its size and, if it failed, its error.
 * A failed result only becomes a line, because its last line must stay; and so does one with lines that the open question names.
 */
export function resultCuttings(context: ReductionContext): TruncationStep[] {
  const cuttings = TRUNCATION_LENGTHS.filter((limit) => limit > 0).map((limit): TruncationStep => ({
    above: limit,
    cut(target) {
      if (target.result?.status === 'error') return undefined;
      return target.result?.asked === undefined ? cutTo(target, limit, context) : toLine(target);
    },
  }));
  const toLines: TruncationStep = {
    above: -1,
    cut: (target) => (target.result === undefined ? cutTo(target, 0, context) : toLine(target)),
  };
  return [...cuttings, toLines];
}

/** Returns the truncations of prose that is no marker, in order. */
export function proseCuttings(context: ReductionContext): TruncationStep[] {
  return TRUNCATION_LENGTHS.map((limit) => ({
    above: limit,
    cut: (target) => cutTo(target, limit, context, (text) => !isMarker(text)),
  }));
}

/** Returns the truncation of prose that leaves only a marker, also of summaries. */
export function lastProseCutting(context: ReductionContext): TruncationStep {
  return { above: 0, cut: (target) => cutTo(target, 0, context) };
}

function cutTo(
  target: Target,
  limit: number,
  context: ReductionContext,
  mayCut: (text: string) => boolean = () => true,
): Edit {
  return editText(
    target,
    (text, length) => {
      if (!mayCut(text)) return undefined;
      const shorter = truncateToMarker(text, limit, length, cutBetweenTokens);
      return shorter !== undefined && isUseful(shorter, text) ? shorter : undefined;
    },
    context,
  );
}

/**
 * Reduces a result to one line if that is shorter, except a short success. References and existing lines stay: they contain more than a new
 * line would. The line of a result that an earlier run truncated has no size, which is unknown.
 */
function toLine({ index, response, result }: Target): Edit | undefined {
  if (response === undefined || result === undefined) return undefined;
  const { call, given, taxonomy, key, status, asked } = result;
  const isCut = isMarker(getSoleText(given) ?? '');
  const isShort = !isResultLongerThan(given.result, SHORT_RESULT_LENGTH);
  if (status === 'error' ? isCut : isShort) return undefined;
  const shortLine = formatToolSummary({ tool: call.name, status, ...defined({ key }) });
  return editResult(index, response, (block) => {
    if (parseOriginalLength(getSoleText(block) ?? '') === undefined) return undefined;
    const line = isCut
      ? { ...block, result: withSoleText(block.result, shortLine) }
      : summarizeResponse(call, given, taxonomy, asked);
    // Both `result` and `error` of a failure may be shorter.
    const errorFreed = (block.error?.length ?? 0) - (line.error?.length ?? 0);
    const length = resultLength(line.result) - errorFreed;
    return length < 0 || isResultLongerThan(block.result, length) ? line : undefined;
  });
}
