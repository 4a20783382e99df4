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

/** The line of a result, with its size and, of a failure, with what failed. */
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

/** The line of a result that was fine, without its size: of one that an earlier run cut, nobody knows it any more. */
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

/** References, and lines that stand there already, say more than a line would. */
function isCuttable(response: ToolResponseBlock): boolean {
  const text = textOfResult(response);
  return parseOriginalLength(text ?? '') !== undefined;
}

/** Both `result` and `error` count: of a failure, both may be cut. */
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
