import type { FormatName } from '../codec.ts';
import { findFormat } from './find-format.ts';
import { parseRequestBody } from '../requests/request-body.ts';

/**
 * Returns the format of a conversation, or of a whole request body; `undefined` if it has no messages or an unknown shape. The first message that
 * is valid in only one format decides. Plain texts of system, user and assistant are valid in two formats: the members of a body distinguish
 * them, and without a body they count as `openai`.
 */
export function detectFormat(given: readonly unknown[] | object): FormatName | undefined {
  return Array.isArray(given) ? findFormat(given)?.format : parseRequestBody(given)?.format;
}
