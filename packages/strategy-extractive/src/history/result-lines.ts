import {
  isMarker,
  formatToolSummary,
  withSoleText,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { parseOriginalLength } from '@palimpsest/reductions';
import { isLongerThan, resultLength, summarizeResponse } from '@palimpsest/tool-taxonomy';
import { textOfResult } from './responses.ts';
import type { ResultEdit } from './steps.ts';
import type { Target } from './targets.ts';
import type { Notes } from './writing.ts';

/** Reduces a result to one line with its size and, if it failed, its error. */
export function toLine({ place, response, result }: Target, notes: Notes): ResultEdit | undefined {
  if (response === undefined || result === undefined) return undefined;
  const { call, given, taxonomy } = result;
  const said = textOfResult(given);
  if (said !== undefined && isMarker(said)) return undefined;
  return {
    place,
    response,
    rewrite: (block) =>
      isCuttable(block)
        ? ifShorter(block, summarizeResponse(call, given, taxonomy), notes)
        : undefined,
  };
}

/** Reduces a successful result to a line without its size: the size of a result that an earlier run truncated is unknown. */
export function toShortLine(
  { place, response, result }: Target,
  notes: Notes,
): ResultEdit | undefined {
  if (response === undefined || result === undefined || result.hasFailed) return undefined;
  const { call, key } = result;
  const subject = { tool: call.name, ...(key === undefined ? {} : { key }) };
  return {
    place,
    response,
    rewrite(block) {
      if (!isCuttable(block)) return undefined;
      const line = formatToolSummary({ ...subject, status: 'success' });
      return ifShorter(block, { ...block, result: withSoleText(block.result, line) }, notes);
    },
  };
}

/** Returns whether a line may replace a result. References and existing lines contain more than a new line would. */
function isCuttable(response: ToolResponseBlock): boolean {
  const text = textOfResult(response);
  return parseOriginalLength(text ?? '') !== undefined;
}

/** Returns the new result if it is shorter. Both `result` and `error` count: both of a failure may be truncated. */
function ifShorter(
  before: ToolResponseBlock,
  after: ToolResponseBlock,
  { writings, round }: Notes,
): ToolResponseBlock | undefined {
  const errorFreed = (before.error?.length ?? 0) - (after.error?.length ?? 0);
  const room = resultLength(after.result) - errorFreed;
  if (after === before || (room >= 0 && !isLongerThan(before.result, room))) return undefined;
  writings.set(after, { kind: 'toolResults', texts: 1, round });
  return after;
}
