import type { ToolResponseBlock } from '@palimpsest/core-types';
import { parseJson, toJson } from '../json.ts';
import { isPartList, resultPieces, withoutMedia } from './result-pieces.ts';
import { isRecord } from '../values.ts';
import { keepsNumbers, withNumbersOf } from './written-numbers.ts';

/** Encodings of calls and results for formats that cannot express all of them. Each writer has its exact reader next to it. */

export type Outcome = Pick<ToolResponseBlock, 'result' | 'error' | 'isError'>;

const FAILURE = '{"tool_error":';

export function errorText(response: Outcome): string | undefined {
  return response.error === undefined || response.error.trim() === '' ? undefined : response.error;
}

export function hasFailed(response: Outcome): boolean {
  return response.isError === true || errorText(response) !== undefined;
}

/** Encodes a failure as one JSON text: `{"tool_error": <text or true>, "result": …}`. Media in the result becomes placeholders. */
export function writeFailure(response: Outcome): string {
  const error = errorText(response);
  const flag = error !== undefined && response.isError === true ? { is_error: true } : {};
  return toJson({ tool_error: error ?? true, ...flag, result: withoutMedia(response.result) });
}

/**
 * Decodes exactly the output of `writeFailure`, as a text or as the first part of a list whose rest is the result; `undefined`
 * for any other value.
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

/** Returns a result as text: strings unchanged, lists of parts by lines, any other value as JSON. Media becomes placeholders. */
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
 * Encodes parameters for formats that accept objects only: any other value becomes `{"$arguments": …}`.
 *
 * @param before what the arguments were read from
 */
export function wrapParameters(parameters: unknown, before?: unknown): unknown {
  if (parameters === undefined) return {};
  // A reduced text becomes a record again if all its numbers survive that.
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
 * Writes parameters as the JSON text of a call. A text that `readArguments` returns unparsed stays as it is, also when reduced. Numbers keep
 * their notation.
 *
 * @param before what the arguments were read from
 */
export function writeArguments(parameters: unknown, before?: unknown): string {
  if (parameters === undefined) return '{}';
  if (typeof parameters === 'string' && (isText(parameters) || isText(before))) return parameters;
  const json = toJson(parameters);
  return typeof before === 'string' ? withNumbersOf(before, json) : json;
}

/** Parses arguments. Returns the text if it is not JSON, or contains numbers that would change if they were written again. */
export function readArguments(written: unknown): unknown {
  if (written === undefined) return {};
  if (typeof written !== 'string') return written;
  const parsed = parseJson(written);
  return parsed === undefined || !keepsNumbers(written) ? written : parsed.value;
}

/** Returns whether arguments are read as text. */
function isText(written: unknown): boolean {
  return typeof written === 'string' && readArguments(written) === written;
}

function isWrapped(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && LOOSE in value && Object.keys(value).length === 1;
}
