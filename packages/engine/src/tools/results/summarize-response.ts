import {
  getRecallPrefixLength,
  isRecord,
  defined,
  isMarker,
  parseToolSummaryStatus,
  replaceBinaryText,
  soleText,
  stripEscapeSequences,
  formatToolSummary,
  withSoleText,
  type ToolCallBlock,
  type ToolResponseBlock,
  type ToolSummaryStatus,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import { replaceBetweenTags, truncateText } from '../../text/index.ts';
import { parseJsonRecord } from '../../text/parse-json-record.ts';
import { hasErrorFlag } from '../has-failed.ts';
import { toolOutcome } from '../outcome.ts';
import { errorLines, failureExcerpt, isWholeExcerpt } from './failure-excerpt.ts';
import { describeResultSize } from './result-size.ts';
import { failureText, namedError } from './failure-text.ts';

/**
 * Returns a response whose result is one line with tool, key, status and size, in the shape of the result. A failure
 * keeps its first error line and its last line below it (law 7); a command whose end is unknown its last lines that look like an error.
 * Markers stay unchanged.
 *
 * @param keptLines lines of the result that the summary repeats. @default none
 */
export function summarizeResponse(
  call: ToolCallBlock,
  response: ToolResponseBlock,
  taxonomy: ToolTaxonomy,
  keptLines: readonly string[] = [],
): ToolResponseBlock {
  const { result } = response;
  const text = soleText(result) ?? '';
  if (isMarker(text.slice(getRecallPrefixLength(text)))) return response;
  const use = taxonomy.describe(call.name, call.parameters);
  const parts: Subject = { tool: call.name, ...defined({ key: use.key ?? pathIn(result) }) };
  const status = toolOutcome(taxonomy, use, response);
  const summary =
    status === 'error'
      ? failureSummary(parts, response, keptLines)
      : lineOf(parts, status, result, keptLines);
  return { ...withShortError(response), result: withSoleText(result, summary) };
}

/** Returns the path that a record names; `undefined` if it names none. */
function pathIn(result: unknown): string | undefined {
  const record = isRecord(result) ? result : parseJsonRecord(result);
  const path = record?.['file_path'] ?? record?.['absolute_path'] ?? record?.['path'];
  return typeof path === 'string' && path !== '' ? path : undefined;
}

interface Subject {
  readonly tool: string;
  readonly key?: string;
}

/** Omits the excerpt, then the size, then the key, if the line is longer than the result. */
function lineOf(
  parts: Subject,
  status: ToolSummaryStatus,
  result: unknown,
  keptLines: readonly string[],
): string {
  const text = soleText(result);
  const maxLength = text === undefined ? Number.POSITIVE_INFINITY : text.length;
  const size = defined({ size: describeResultSize(result) });
  const errors = status === 'done' ? excerptOf(plainFailureText(result), errorLines) : [];
  const excerpt = [...new Set([...errors, ...keptLines])];
  const lines = [
    { ...parts, status, ...size, excerpt },
    { ...parts, status, ...size },
    { ...parts, status },
  ].map(formatToolSummary);
  const fitting = lines.find((line) => line.length <= maxLength);
  return fitting ?? formatToolSummary({ tool: parts.tool, status });
}

function plainFailureText(result: unknown): string | undefined {
  const text = failureText(result);
  // Strings of JSON may have lone surrogates.
  return text && replaceBinaryText(stripEscapeSequences(text)).toWellFormed();
}

/** Returns the lines that `selectLines` takes from a text, or from between its tags, which then stay around them. */
function excerptOf(
  text: string = '',
  selectLines: (text: string) => readonly string[],
): readonly string[] {
  const excerpt = replaceBetweenTags(text, (inner) => selectLines(inner).join('\n'));
  return excerpt === '' ? [] : excerpt.split('\n');
}

/** Adds the size only if the excerpt is not the whole text. */
function failureSummary(
  parts: Subject,
  response: ToolResponseBlock,
  keptLines: readonly string[],
): string {
  const { result } = response;
  // A result that the format marks as failed keeps its own last line (law 7); other JSON records report the failure in their members.
  const record = hasErrorFlag(response) ? undefined : parseJsonRecord(result);
  const text = plainFailureText(record ?? result);
  const error = namedError(parseJsonRecord(result) ?? result)?.toWellFormed();
  const excerpt = excerptOf(text, (inner) => withError(failureExcerpt(inner), error));
  const size = text !== undefined && isWholeExcerpt(text) ? undefined : describeResultSize(result);
  const lines = [...new Set([...keptLines, ...excerpt])];
  return formatToolSummary({ ...parts, status: 'error', ...defined({ size }), excerpt: lines });
}

/** Maximum length of a record's `error` and of the last line after it, in UTF-16 units: with a line break, the 400 of an excerpt. */
const MAX_NAMED_LENGTH = 150;
const MAX_LAST_LENGTH = 249;

/** Adds a record's `error` before the other lines, unless they contain it. */
function withError(excerpt: readonly string[], error: string | undefined): readonly string[] {
  if (error === undefined) return excerpt;
  const named = truncateText(replaceBinaryText(error), MAX_NAMED_LENGTH);
  if (excerpt.some((line) => line.includes(named))) return excerpt;
  const last = excerpt.at(-1);
  return last === undefined ? [named] : [named, truncateText(last, MAX_LAST_LENGTH)];
}

function withShortError(response: ToolResponseBlock): ToolResponseBlock {
  // May be null in an entry restored from JSON.
  if (typeof response.error !== 'string') return response;
  const error = shortenError(response.error);
  return error === response.error ? response : { ...response, error };
}

/**
 * Returns a response whose summary has only tool and status, as the call before it has the rest. Returns the same response if its result is
 * not the summary of a success, or is as short already.
 */
export function shortestSummary(
  call: ToolCallBlock,
  response: ToolResponseBlock,
  taxonomy: ToolTaxonomy,
  /** The summary was created by this compression, so its status is true. */
  isGenerated = false,
): ToolResponseBlock {
  const { result } = response;
  const text = soleText(result) ?? '';
  const id = text.slice(0, getRecallPrefixLength(text));
  const summary = text.slice(id.length);
  const status = parseToolSummaryStatus(summary);
  if (status === undefined || status === 'error' || summary.includes('\n')) return response;
  const line = formatToolSummary({ tool: call.name, status });
  if (line.length >= summary.length) return response;
  // A path that only the result named.
  const { key } = taxonomy.describe(call.name, call.parameters);
  if (key === undefined && summary.startsWith(`[${call.name} `)) return response;
  const isFailure = (): boolean =>
    toolOutcome(taxonomy, taxonomy.describe(call.name, call.parameters), response) === 'error';
  return !isGenerated && isFailure()
    ? response
    : { ...response, result: withSoleText(result, id + line) };
}

/** Maximum length of the beginning of an `error` that stays, in UTF-16 units (law 7). */
const MAX_ERROR_LENGTH = 500;
const ELLIPSIS = '…';
/** An ellipsis in place of one character would save nothing. */
const MAX_WITH_ELLIPSIS = MAX_ERROR_LENGTH + ELLIPSIS.length;

/**
 * Returns the first 500 UTF-16 units of a longer `error` with `…` after them; a shorter error unchanged. Placeholders replace base64 before the
 * cut, because a part of base64 is not recognized. Idempotent.
 */
export function shortenError(error: string): string {
  const text = error.length > MAX_WITH_ELLIPSIS ? replaceBinaryText(error) : error;
  return text.length <= MAX_WITH_ELLIPSIS ? text : truncateText(text, MAX_ERROR_LENGTH) + ELLIPSIS;
}
