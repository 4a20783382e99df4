import {
  formatMediaPlaceholder,
  readResultMedia,
  replaceResultParts,
  resultParts,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { parseJson, toJson } from '../framework/json.ts';
import { isRecord } from '../framework/values.ts';

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

/**
 * Writes a result as a list if it was read from one, which has the parts of the format, else as text. A failure that the format has no flag
 * for tells so in words.
 *
 * @param before what the message held that the result was read from
 * @param textType the type of a text part in lists of the format
 */
export function writeResult(
  outcome: Outcome,
  before: unknown,
  isFailure: boolean,
  textType: 'text' | 'input_text' = 'text',
): readonly unknown[] | string {
  const { result } = outcome;
  if (!Array.isArray(before) || !Array.isArray(result)) {
    return isFailure ? writeFailure(outcome) : resultText(result);
  }
  if (!isFailure) return result as readonly unknown[];
  const text = writeFailure({ ...outcome, result: result.length === 0 ? result : undefined });
  return [{ type: textType, text }, ...(result as readonly unknown[])];
}

/** Returns a result as text: strings unchanged, lists of parts with one line per part, any other value as JSON. Media becomes placeholders. */
export function resultText(result: unknown): string {
  if (typeof result === 'string') return result;
  if (result === undefined) return '';
  return isPartList(result)
    ? result.map(partText).join('\n')
    : (partMedia(result) ?? toJson(withoutMedia(result)));
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part;
  return isTextPart(part) ? part.text : (partMedia(part) ?? toJson(withoutMedia(part)));
}

function partMedia(part: unknown): string | undefined {
  const media = readResultMedia(part);
  return media === undefined ? undefined : formatMediaPlaceholder(media);
}

/** Returns the result as another format may hold it: parts and media as text, any other value as it is. */
export function plainResult(result: unknown): unknown {
  const hasParts = isPartList(result) || resultParts(result).some(({ type }) => type === 'media');
  return hasParts ? resultText(result) : result;
}

/** Returns the result with a placeholder for each media in it; the same result if there is none. */
function withoutMedia(result: unknown): unknown {
  const edits = resultParts(result).flatMap((part) =>
    part.type === 'media' ? [[part, formatMediaPlaceholder(part.media)] as const] : [],
  );
  return edits.length === 0 ? result : replaceResultParts(result, new Map(edits));
}

/** Returns whether a value is a list of parts, whichever format's. */
function isPartList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && resultParts(value).some(({ path }) => path.length > 0);
}

/** Returns whether a value is a part that is a text and nothing else, whichever format's. */
export function isTextPart(value: unknown): value is { readonly text: string } {
  if (!isRecord(value)) return false;
  const [part, ...others] = resultParts(value);
  return part?.type === 'text' && others.length === 0 && part.path.join() === 'text';
}
