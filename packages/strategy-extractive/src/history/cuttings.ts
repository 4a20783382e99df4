import {
  formatToolSummary,
  isMarker,
  type ToolResponseBlock,
  withSoleText,
} from '@palimpsest/core-types';
import {
  TRUNCATION_LENGTHS,
  isUseful,
  parseOriginalLength,
  truncateToMarker,
} from '@palimpsest/summarizer/reduce';
import { cutBetweenTokens } from '@palimpsest/text';
import {
  SHORT_RESULT_LENGTH,
  isLongerThan,
  resultLength,
  summarizeResponse,
} from '@palimpsest/tool-taxonomy';
import type { BlockLog } from './reduction-context.ts';
import { getSoleText } from './responses.ts';
import { rewriteText } from './rewrite-text.ts';
import type { Edit, ResultEdit } from './steps.ts';
import type { Target } from './targets.ts';

/** One way to reduce passages. */
export interface TruncationStep {
  /** Applies only to texts longer than this, in UTF-16 units. */
  readonly above: number;
  readonly cut: (target: Target) => Edit | undefined;
}

/**
 * Returns the reductions of tool results, in order. At the end, a result becomes one line with its tool and outcome.
 * A failed result only becomes a line, because its last line must stay.
 */
export function listTruncationSteps(log: BlockLog): TruncationStep[] {
  return [
    ...TRUNCATION_LENGTHS.filter((limit) => limit > 0).map((limit): TruncationStep => ({
      above: limit,
      cut: (target) => (target.result?.hasFailed === true ? undefined : cutTo(target, limit, log)),
    })),
    {
      above: -1,
      cut: (target) => (target.result === undefined ? cutTo(target, 0, log) : toLine(target, log)),
    },
    { above: -1, cut: (target) => toShortLine(target, log) },
  ];
}

/** Returns the truncations of prose, in order. With `cutsMarkers`, only the last one, which also applies to markers of summaries. */
export function proseCuttings(log: BlockLog, cutsMarkers: boolean): TruncationStep[] {
  return (cutsMarkers ? [0] : TRUNCATION_LENGTHS).map((limit) => ({
    above: limit,
    cut: (target) => cutTo(target, limit, log, cutsMarkers),
  }));
}

function cutTo(target: Target, limit: number, log: BlockLog, cutsMarkers = true): Edit {
  return rewriteText(
    target,
    (text, length) => {
      if (!cutsMarkers && isMarker(text)) return undefined;
      const shorter = truncateToMarker(text, limit, length, cutBetweenTokens);
      return shorter !== undefined && isUseful(shorter, text) ? shorter : undefined;
    },
    log,
  );
}

/** Reduces a result to one line with its size and, if it failed, its error. */
function toLine(target: Target, log: BlockLog): ResultEdit | undefined {
  if (target.result === undefined) return undefined;
  const { call, given, taxonomy } = target.result;
  const said = getSoleText(given);
  if (said !== undefined && isMarker(said)) return undefined;
  return replaceResult(target, log, () => summarizeResponse(call, given, taxonomy));
}

/** Reduces a successful result to a line without its size: the size of a result that an earlier run truncated is unknown. */
function toShortLine(target: Target, log: BlockLog): ResultEdit | undefined {
  if (target.result === undefined || target.result.hasFailed) return undefined;
  const { call, key } = target.result;
  const subject = { tool: call.name, ...(key === undefined ? {} : { key }) };
  return replaceResult(target, log, (block) => {
    const line = formatToolSummary({ ...subject, status: 'success' });
    return { ...block, result: withSoleText(block.result, line) };
  });
}

/**
 * Replaces a result if the new one is shorter, except a short success. References and existing lines stay: they contain more than a new line
 * would.
 */
function replaceResult(
  { index, response, result }: Target,
  log: BlockLog,
  shorten: (block: ToolResponseBlock) => ToolResponseBlock,
): ResultEdit | undefined {
  if (response === undefined || result === undefined) return undefined;
  const isShort = !isLongerThan(result.given.result, SHORT_RESULT_LENGTH);
  if (isShort && !result.hasFailed) return undefined;
  return {
    index,
    response,
    rewrite: (block) =>
      parseOriginalLength(getSoleText(block) ?? '') === undefined
        ? undefined
        : ifShorter(block, shorten(block), log),
  };
}

/** Returns the new result if it is shorter. Both `result` and `error` count: both of a failure may be truncated. */
function ifShorter(
  before: ToolResponseBlock,
  after: ToolResponseBlock,
  { writtenBlocks }: BlockLog,
): ToolResponseBlock | undefined {
  const errorFreed = (before.error?.length ?? 0) - (after.error?.length ?? 0);
  const newLength = resultLength(after.result) - errorFreed;
  if (after === before || (newLength >= 0 && !isLongerThan(before.result, newLength)))
    return undefined;
  writtenBlocks.set(after, { kind: 'toolResults', texts: 1 });
  return after;
}
