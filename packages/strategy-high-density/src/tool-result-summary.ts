import {
  isMarker,
  toolSummary,
  type ToolCallBlock,
  type ToolResponseBlock,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import { failureExcerpt, EXCERPT_MAX_LENGTH } from './failure-excerpt.ts';
import { hasFailed } from './failed-calls.ts';
import { resultSize, resultText } from './result-size.ts';

/** Longest `error` that stays verbatim, in UTF-16 units (law 7). */
const ERROR_MAX_LENGTH = 500;

/**
 * A response whose payload became one line with tool, key parameter, outcome and size (REQ-HD-008.3, C3); of a failure the first error
 * line and the last line stay readable beneath (law 7, D10). Marks of earlier compressions stay as they are (D8). Where the line is
 * longer than what it stands for, it says less: tool and status always remain.
 */
export function summarizeResponse(
  call: ToolCallBlock,
  response: ToolResponseBlock,
  taxonomy: ToolTaxonomy,
): ToolResponseBlock {
  const { result } = response;
  if (typeof result === 'string' && isMarker(result)) return response;
  const use = taxonomy.describe(call.name, call.parameters);
  const failed = hasFailed(taxonomy, use, response);
  const text = resultText(result);
  if (failed && text !== undefined && isShortFailure(text)) return withShortError(response);
  const parts = {
    tool: call.name,
    status: failed ? ('error' as const) : ('success' as const),
    excerpt: failed && text !== undefined ? failureExcerpt(text) : [],
  };
  const key = use.key === undefined ? {} : { key: use.key };
  const size = resultSize(result);
  const fullest = toolSummary({ ...parts, ...key, ...(size === undefined ? {} : { size }) });
  const room = text === undefined ? Number.POSITIVE_INFINITY : text.length;
  const summary =
    [fullest, toolSummary({ ...parts, ...key })].find(({ length }) => length <= room) ??
    toolSummary(parts);
  return { ...withShortError(response), result: room < fullest.length ? summary : fullest };
}

/** All of it would stay readable anyway, and the status stands in the response or in the text itself. */
function isShortFailure(text: string): boolean {
  if (text.length > EXCERPT_MAX_LENGTH) return false;
  const first = text.indexOf('\n');
  return first < 0 || text.indexOf('\n', first + 1) < 0;
}

function withShortError(response: ToolResponseBlock): ToolResponseBlock {
  const { error } = response;
  if (error === undefined || error.length <= ERROR_MAX_LENGTH) return response;
  return { ...response, error: error.slice(0, ERROR_MAX_LENGTH).toWellFormed() };
}
