import {
  isMarker,
  replaceBinaryText,
  soleText,
  toolSummary,
  withSoleText,
  type ToolCallBlock,
  type ToolResponseBlock,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import { failureExcerpt, isWholeExcerpt } from './failure-excerpt.ts';
import { hasFailed } from './failed-response.ts';
import { resultSize } from './result-size.ts';
import { failureText } from './failure-text.ts';

/** Longest `error` that stays verbatim, in UTF-16 units (law 7). */
const ERROR_MAX_LENGTH = 500;

/**
 * A response whose payload became one line, in the shape the result has, with tool, key parameter, outcome and size (REQ-HD-008.3, C3); of a failure the first error
 * line and the last line stay readable beneath (law 7, D10). Marks of earlier compressions stay as they are (D8).
 */
export function summarizeResponse(
  call: ToolCallBlock,
  response: ToolResponseBlock,
  taxonomy: ToolTaxonomy,
): ToolResponseBlock {
  const { result } = response;
  if (isMarker(soleText(result) ?? '')) return response;
  const use = taxonomy.describe(call.name, call.parameters);
  const parts: Subject = {
    tool: call.name,
    ...(use.key === undefined ? {} : { key: use.key }),
  };
  const summary = hasFailed(taxonomy, use, response)
    ? failureSummary(parts, result)
    : successSummary(parts, result);
  return { ...withShortError(response), result: withSoleText(result, summary) };
}

interface Subject {
  readonly tool: string;
  readonly key?: string;
}

/** Where the line is longer than what it stands for, it says less: tool and status always remain. */
function successSummary(parts: Subject, result: unknown): string {
  const text = soleText(result);
  const room = text === undefined ? Number.POSITIVE_INFINITY : text.length;
  const size = resultSize(result);
  const status = 'success';
  const fullest = toolSummary({ ...parts, status, ...(size === undefined ? {} : { size }) });
  if (fullest.length <= room) return fullest;
  const withoutSize = toolSummary({ ...parts, status });
  return withoutSize.length <= room ? withoutSize : toolSummary({ tool: parts.tool, status });
}

/** The size is said only where not everything is shown. */
function failureSummary(parts: Subject, result: unknown): string {
  const said = failureText(result);
  const text = said && replaceBinaryText(said);
  const excerpt = text === undefined ? [] : failureExcerpt(text);
  const size = text !== undefined && isWholeExcerpt(text) ? undefined : resultSize(result);
  return toolSummary({
    ...parts,
    status: 'error',
    ...(size === undefined ? {} : { size }),
    excerpt,
  });
}

function withShortError(response: ToolResponseBlock): ToolResponseBlock {
  // Restored from JSON it may be null.
  if (typeof response.error !== 'string' || response.error.length <= ERROR_MAX_LENGTH)
    return response;
  // Half a run of base64 says nothing.
  const error = replaceBinaryText(response.error);
  // A pair of surrogates at the cut stays whole.
  const end = ERROR_MAX_LENGTH + (isLowSurrogate(error.charCodeAt(ERROR_MAX_LENGTH)) ? 1 : 0);
  return error === response.error && error.length <= end
    ? response
    : { ...response, error: error.slice(0, end) };
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
