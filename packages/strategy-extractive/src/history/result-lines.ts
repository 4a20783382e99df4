import { isMarker, toolSummary, type ToolResponseBlock } from '@palimpsest/core-types';
import { isLongerThan, summarizeResponse } from '@palimpsest/tool-taxonomy';
import { textOfResult } from './responses.ts';
import type { ResultEdit } from './steps.ts';
import type { Target } from './targets.ts';
import type { Writings } from './writing.ts';

/** The line of a result, with its size and, of a failure, with what failed. */
export function toLine(
  { place, response, result }: Target,
  writings: Writings,
): ResultEdit | undefined {
  if (response === undefined || result === undefined) return undefined;
  const { call, given, taxonomy } = result;
  const said = textOfResult(given);
  if (said !== undefined && isMarker(said)) return undefined;
  return {
    place,
    response,
    rewrite: (block) =>
      isCuttable(block)
        ? ifShorter(block, summarizeResponse(call, given, taxonomy), writings)
        : undefined,
  };
}

/** The line of a result that was fine, without its size: of one that an earlier run cut, nobody knows it any more. */
export function toShortLine(
  { place, response, result }: Target,
  writings: Writings,
): ResultEdit | undefined {
  if (response === undefined || result === undefined || result.hasFailed) return undefined;
  const { call, key } = result;
  const subject = { tool: call.name, ...(key === undefined ? {} : { key }) };
  return {
    place,
    response,
    rewrite(block) {
      if (!isCuttable(block)) return undefined;
      const line = toolSummary({ ...subject, status: 'success' });
      return ifShorter(block, { ...block, result: line }, writings);
    },
  };
}

const SHORTENED = /^\[(?:summary|truncated)\b/;

/** References, and lines that stand there already, say more than a line would. */
function isCuttable(response: ToolResponseBlock): boolean {
  const text = textOfResult(response);
  return text === undefined || !isMarker(text) || SHORTENED.test(text);
}

/** Both `result` and `error` count: of a failure, both may be cut. */
function ifShorter(
  before: ToolResponseBlock,
  after: ToolResponseBlock,
  writings: Writings,
): ToolResponseBlock | undefined {
  const errorFreed = lengthOf(before.error) - lengthOf(after.error);
  const room = lengthOf(after.result) - errorFreed;
  if (after === before || (room >= 0 && !isLongerThan(before.result, room))) return undefined;
  writings.set(after, { kind: 'toolResults', texts: 1 });
  return after;
}

function lengthOf(text: unknown): number {
  return typeof text === 'string' ? text.length : 0;
}
