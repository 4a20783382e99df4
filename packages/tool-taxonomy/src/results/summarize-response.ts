import {
  isMarker,
  replaceBinaryText,
  soleText,
  formatToolSummary,
  withSoleText,
  type ToolCallBlock,
  type ToolResponseBlock,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import { truncateText } from '@palimpsest/text';
import { failureExcerpt, isWholeExcerpt } from './failure-excerpt.ts';
import { hasFailed } from './failed-response.ts';
import { resultSize } from './result-size.ts';
import { failureText, namedError } from './failure-text.ts';
import { isFlagged, recordIn } from '../has-failed.ts';

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
    ? failureSummary(parts, response)
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
  const fullest = formatToolSummary({ ...parts, status, ...(size === undefined ? {} : { size }) });
  if (fullest.length <= room) return fullest;
  const withoutSize = formatToolSummary({ ...parts, status });
  return withoutSize.length <= room ? withoutSize : formatToolSummary({ tool: parts.tool, status });
}

/** The size is said only where not everything is shown. */
function failureSummary(parts: Subject, response: ToolResponseBlock): string {
  const { result } = response;
  // What a host calls failed has its own last line (law 7); what only the members of a JSON text call so says it in them.
  const record = isFlagged(response) ? undefined : recordIn(result);
  const said = failureText(record ?? result);
  // The strings of JSON may hold halves of characters.
  const text = said && replaceBinaryText(said).toWellFormed();
  const error = namedError(recordIn(result) ?? result)?.toWellFormed();
  const excerpt = text === undefined ? [] : withError(failureExcerpt(text), error);
  const size = text !== undefined && isWholeExcerpt(text) ? undefined : resultSize(result);
  return formatToolSummary({
    ...parts,
    status: 'error',
    ...(size === undefined ? {} : { size }),
    excerpt,
  });
}

/** Of what a record names as its error, this many characters stand first. In UTF-16 units. */
const NAMED_LENGTH = 150;
const LAST_LENGTH = 249;

/** What a record names as its error goes before any line that only looks like one. */
function withError(excerpt: readonly string[], error: string | undefined): readonly string[] {
  if (error === undefined) return excerpt;
  const named = truncateText(replaceBinaryText(error), NAMED_LENGTH);
  if (excerpt.some((line) => line.includes(named))) return excerpt;
  const last = excerpt.at(-1);
  return last === undefined ? [named] : [named, truncateText(last, LAST_LENGTH)];
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
