import type { ToolResponseBlock } from '@palimpsest/core-types';
import { parseJson, toJson } from '../json.ts';
import { isPartList, resultPieces, withoutMedia } from './result-pieces.ts';
import { isRecord } from '../values.ts';

// Encodings of results for formats without a flag for failures. `readFailure` reads what `writeFailure` wrote; media and blank errors are lost.

export type Outcome = Pick<ToolResponseBlock, 'result' | 'error' | 'isError'>;

/** `tool_error` is the first member. */
const FAILURE = '{"tool_error":';

/** Returns the error text; `undefined` if it is blank. */
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
 * Parses a text of `writeFailure`. Also accepts a list whose first part is such a text without a result, and whose rest is the result.
 * Returns `undefined` for any other value.
 */
export function readFailure(value: unknown): Outcome | undefined {
  if (!Array.isArray(value)) return readFailureText(value);
  const [first, ...result] = value as readonly unknown[];
  if (!isRecord(first) || result.length === 0) return undefined;
  const failure = readFailureText(first['text']);
  return failure === undefined || failure.result !== undefined ? undefined : { ...failure, result };
}

/** Reads a result of a format with a flag for failures: only an error text is encoded in the result. */
export function readFlagged(result: unknown, isFailure: boolean): Outcome {
  if (!isFailure) return { result };
  const failure = readFailure(result);
  return failure?.error === undefined ? { result, isError: true } : failure;
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

/** Returns a result as text: strings unchanged, lists of parts with one line per part, any other value as JSON. Media becomes placeholders. */
export function resultText(result: unknown): string {
  if (typeof result === 'string') return result;
  if (result === undefined) return '';
  if (!isPartList(result)) return toJson(withoutMedia(result));
  const pieces = resultPieces(result, { isAccepted: () => false, media: () => undefined });
  return pieces
    .map((piece) => (piece.type === 'text' ? piece.text : toJson(piece.value)))
    .join('\n');
}
