import type { ToolResponseBlock } from '@palimpsest/core-types';
import { parseJson, toJson } from './json.ts';
import { isPartList, resultPieces, withoutMedia } from './result-pieces.ts';
import { isRecord } from './values.ts';
import { keepsNumbers, withNumbersOf } from './written-numbers.ts';

/** How calls and results travel in formats that have no place for all of them. Each writing here has its exact reading beside it. */

export type Outcome = Pick<ToolResponseBlock, 'result' | 'error' | 'isError'>;

const FAILURE = '{"tool_error":';

export function errorText(response: Outcome): string | undefined {
  return response.error === undefined || response.error.trim() === '' ? undefined : response.error;
}

/** A failure as one JSON text: `{"tool_error": <words, or true>, "result": …}`. Media in the result is shown by placeholders. */
export function writeFailure(response: Outcome): string {
  const error = errorText(response);
  const flag = error !== undefined && response.isError === true ? { is_error: true } : {};
  return toJson({ tool_error: error ?? true, ...flag, result: withoutMedia(response.result) });
}

/**
 * Reads exactly what `writeFailure` writes, as a text or as the first part of a list, which is the result behind it; `undefined` for every
 * other value.
 */
export function readFailure(value: unknown): Outcome | undefined {
  if (!Array.isArray(value)) return readFailureText(value);
  const [first, ...result] = value as readonly unknown[];
  if (!isRecord(first) || result.length === 0) return undefined;
  const failure = readFailureText(first['text']);
  return failure === undefined || failure.result !== undefined ? undefined : { ...failure, result };
}

function readFailureText(text: unknown): Outcome | undefined {
  if (typeof text !== 'string' || !text.startsWith(FAILURE)) return undefined;
  const parsed = parseJson(text)?.value;
  if (!isRecord(parsed)) return undefined;
  const { tool_error: error, is_error: flag, result, ...others } = parsed;
  if (Object.keys(others).length > 0) return undefined;
  if (error === true && flag === undefined) return { result, isError: true };
  if (typeof error !== 'string' || (flag !== undefined && flag !== true)) return undefined;
  return { result, error, ...(flag === true ? { isError: true } : {}) };
}

/** A result as text: strings as they are, lists of parts line by line, everything else as JSON. Media is shown by placeholders. */
export function resultText(result: unknown): string {
  if (typeof result === 'string') return result;
  if (result === undefined) return '';
  if (!isPartList(result)) return toJson(withoutMedia(result));
  const pieces = resultPieces(result, { isOwn: () => false, media: () => undefined });
  return pieces
    .map((piece) => (piece.type === 'text' ? piece.text : toJson(piece.value)))
    .join('\n');
}

const LOOSE = '$arguments';

/**
 * Parameters for formats that accept objects only: anything else travels as `{"$arguments": …}`.
 *
 * @param before what the arguments were read from
 */
export function wrapParameters(parameters: unknown, before?: unknown): unknown {
  if (parameters === undefined) return {};
  // What became of a text is a record again, where no number in it is lost any more.
  const value =
    typeof parameters === 'string' && isText(before) ? readArguments(parameters) : parameters;
  return isRecord(value) && !isWrapped(value) ? value : { [LOOSE]: parameters };
}

export function unwrapParameters(parameters: unknown): unknown {
  if (parameters === undefined) return {};
  if (!isWrapped(parameters)) return parameters;
  const inner = parameters[LOOSE];
  return isRecord(inner) && !isWrapped(inner) ? parameters : inner;
}

/**
 * Parameters as the JSON text of a call. A text that `readArguments` leaves one stands for itself, and so does what became of one. Numbers
 * are written as they were.
 *
 * @param before what the arguments were read from
 */
export function writeArguments(parameters: unknown, before?: unknown): string {
  if (parameters === undefined) return '{}';
  if (typeof parameters === 'string' && (isText(parameters) || isText(before))) return parameters;
  const json = toJson(parameters);
  return typeof before === 'string' ? withNumbersOf(before, json) : json;
}

/** The value of arguments; their text, where it is no JSON, or has numbers that would be others if they were written again. */
export function readArguments(written: unknown): unknown {
  if (written === undefined) return {};
  if (typeof written !== 'string') return written;
  const parsed = parseJson(written);
  return parsed === undefined || !keepsNumbers(written) ? written : parsed.value;
}

/** Whether arguments are read as the text they are. */
function isText(written: unknown): boolean {
  return typeof written === 'string' && readArguments(written) === written;
}

function isWrapped(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && LOOSE in value && Object.keys(value).length === 1;
}
