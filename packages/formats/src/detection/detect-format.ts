import type { FormatName } from '../codec.ts';
import { findFormat } from './find-format.ts';
import { parseRequestBody } from '../requests/request-body.ts';

/**
 * The format of a conversation, or of a whole request body; `undefined` for what has no messages, and for shapes nobody here knows. The first
 * message that only one format can hold decides. Plain texts of system, user and assistant are valid for two formats: the members of a body
 * tell them apart, and without a body they count as `openai`.
 */
export function detectFormat(given: readonly unknown[] | object): FormatName | undefined {
  return Array.isArray(given) ? findFormat(given)?.format : parseRequestBody(given)?.format;
}
