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
import { shortenError } from './shorten-error.ts';
import { isFlagged, recordIn } from '../has-failed.ts';

/**
 * Returns a response whose result is one line with tool, key, status and size, in the shape of the result (REQ-HD-008.3, C3). A failure
 * keeps its first error line and its last line below it (law 7, D10). Markers stay unchanged (D8).
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

/** Omits size, then key, if the line is longer than the result. */
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

/** Adds the size only if the excerpt is not the whole text. */
function failureSummary(parts: Subject, response: ToolResponseBlock): string {
  const { result } = response;
  // A result that the format marks as failed keeps its own last line (law 7); other JSON records report the failure in their members.
  const record = isFlagged(response) ? undefined : recordIn(result);
  const said = failureText(record ?? result);
  // Strings of JSON may have lone surrogates.
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

/** Maximum length of a record's `error` and of the last line after it, in UTF-16 units. */
const NAMED_LENGTH = 150;
const LAST_LENGTH = 249;

/** Adds a record's `error` before the other lines, unless they contain it. */
function withError(excerpt: readonly string[], error: string | undefined): readonly string[] {
  if (error === undefined) return excerpt;
  const named = truncateText(replaceBinaryText(error), NAMED_LENGTH);
  if (excerpt.some((line) => line.includes(named))) return excerpt;
  const last = excerpt.at(-1);
  return last === undefined ? [named] : [named, truncateText(last, LAST_LENGTH)];
}

function withShortError(response: ToolResponseBlock): ToolResponseBlock {
  // May be null in an entry restored from JSON.
  if (typeof response.error !== 'string') return response;
  const error = shortenError(response.error);
  return error === response.error ? response : { ...response, error };
}
