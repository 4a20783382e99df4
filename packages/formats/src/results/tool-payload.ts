import {
  isBlockList,
  mediaPlaceholder,
  resultParts,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { parseJson, toJson } from '../framework/json.ts';
import { writeParts, type PartTable } from '../framework/part-table.ts';
import { isRecord, listOf } from '../framework/values.ts';
import { findSources, readResultPart, withoutMedia, writeResultList } from './result-list.ts';

// Encodings of results for formats without a flag for failures. `readFailure` reads what `writeFailure` wrote; media and blank errors are lost.

export type ToolResult = Pick<ToolResponseBlock, 'result' | 'error' | 'isError'>;

/** `tool_error` is the first member. */
const FAILURE = '{"tool_error":';

/** Returns the error text; `undefined` if it is blank. */
export function errorText(response: ToolResult): string | undefined {
  return response.error === undefined || response.error.trim() === '' ? undefined : response.error;
}

export function hasFailed(response: ToolResult): boolean {
  return response.isError === true || errorText(response) !== undefined;
}

/**
 * Reads a content of one text or a list of parts.
 *
 * @param hasFailureFlag whether the call failed, by the flag of the format: if so, the content may hold the text of the error. `undefined` if the
 * content says whether the call failed, as in a format without a flag
 */
export function readToolResult(
  table: PartTable,
  content: unknown,
  hasFailureFlag?: boolean,
): ToolResult {
  const failure = hasFailureFlag === false ? undefined : readFailure(content);
  const outcome =
    hasFailureFlag === true && failure?.error === undefined
      ? { result: content, isError: true }
      : (failure ?? { result: content });
  const { result } = outcome;
  if (!Array.isArray(result)) return outcome;
  return { ...outcome, result: result.map((part) => readResultPart(table, part)) };
}

/** Encodes a failure as one JSON text: `{"tool_error": <text or true>, "result": …}`. Media in the result becomes placeholders. */
export function writeFailure(response: ToolResult): string {
  const error = errorText(response);
  const flag = error !== undefined && response.isError === true ? { is_error: true } : {};
  return toJson({ tool_error: error ?? true, ...flag, result: withoutMedia(response.result) });
}

/**
 * Parses a text of `writeFailure`. Also accepts a list whose first part is such a text without a result, and whose rest is the result.
 * Returns `undefined` for any other value.
 */
export function readFailure(value: unknown): ToolResult | undefined {
  if (!Array.isArray(value)) return readFailureText(value);
  const [first, ...result] = value as readonly unknown[];
  if (!isRecord(first) || result.length === 0) return undefined;
  const failure = readFailureText(first['text']);
  return failure === undefined || failure.result !== undefined ? undefined : { ...failure, result };
}

function readFailureText(text: unknown): ToolResult | undefined {
  if (typeof text !== 'string' || !text.startsWith(FAILURE)) return undefined;
  const parsed = parseJson(text)?.value;
  if (!isRecord(parsed)) return undefined;
  const { tool_error: error, is_error: flag, result, ...others } = parsed;
  if (Object.keys(others).length > 0) return undefined;
  if (error === true && flag === undefined) return { result, isError: true };
  if (typeof error !== 'string' || (flag !== undefined && flag !== true)) return undefined;
  return { result, error, ...(flag === true ? { isError: true } : {}) };
}

/**
 * Writes a result as a list if it was read from one, else as text.
 *
 * @param before the content that the result was read from
 * @param tellsFailure whether the content must tell that the call failed: no flag of the format does, or there is an error text
 */
export function writeResult(
  table: PartTable,
  outcome: ToolResult,
  before: unknown,
  tellsFailure: boolean,
): readonly unknown[] | string {
  const { result } = outcome;
  if (!Array.isArray(before) || !Array.isArray(result)) {
    return tellsFailure ? writeFailure(outcome) : resultText(result);
  }
  const parts = listOf(readFailure(before)?.result ?? before);
  const written = writeResultList(table, findSources(table, result, parts));
  if (!tellsFailure) return written;
  // The result follows as parts. An empty one has none, so it stands in the text.
  const text = writeFailure({ ...outcome, result: result.length === 0 ? result : undefined });
  return [...writeParts(table, [{ type: 'text', text }], 'human'), ...written];
}

/** Returns a result as text: strings unchanged, blocks with one line for each, any other value as JSON. Media becomes placeholders. */
export function resultText(result: unknown): string {
  if (typeof result === 'string') return result;
  if (result === undefined) return '';
  if (!isBlockList(result)) return toJson(result);
  const texts = resultParts(result).map((part) => {
    if (part.type === 'text') return part.text;
    return part.type === 'media' ? mediaPlaceholder(part.media) : toJson(part.value);
  });
  return texts.join('\n');
}

/** Returns the result as another format may hold it: a list of blocks as text, any other value as it is. */
export function plainResult(result: unknown): unknown {
  return isBlockList(result) ? resultText(result) : result;
}
