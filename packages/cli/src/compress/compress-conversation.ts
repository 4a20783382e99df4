import { parseRequestBody } from '@palimpsest/formats';
import type { CompressOptions, CompressReport, Palimpsest } from 'palimpsest';
import type { Conversation } from '../forms/item.ts';

/** Compresses messages, or the whole request body they are in. */
export async function compressConversation(
  palimpsest: Palimpsest,
  { messages, body }: Conversation,
  options: CompressOptions,
): Promise<{ readonly messages: readonly unknown[]; readonly report: CompressReport }> {
  if (body === undefined) return await palimpsest.compress(messages, options);
  const { body: after, report } = await palimpsest.compress(body.value, options);
  const written = after === body.value ? undefined : parseRequestBody(after, options.format);
  return { messages: written?.messages ?? messages, report };
}
