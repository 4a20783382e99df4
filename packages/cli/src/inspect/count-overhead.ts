import { readOverhead, type OverheadTokens } from '@palimpsest/formats';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import type { Conversation } from '../forms/item.ts';

/**
 * Estimates the overhead tokens of a request body; messages alone have none.
 *
 * @throws {FormatError} for system text or tools of a wrong type
 */
export function countOverhead({
  format,
  body,
}: Pick<Conversation, 'format' | 'body'>): OverheadTokens {
  if (body === undefined) return { system: 0, tools: 0 };
  const { system, tools } = readOverhead(format, body);
  return { system: estimateEntryTokens(system), tools: estimateEntryTokens(tools) };
}
