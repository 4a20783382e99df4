import { isRecord } from '@palimpsest/core-types';
import { fieldsOf, type Fields } from '@palimpsest/adapter';

/** Beta header that enables the option. */
const BETA = 'thinking-binding-controls-2026-08-01';
const HEADER = 'anthropic-beta';

/**
 * Lets the provider drop reasoning whose prefix changed. Returns `undefined` if it is already set or the request disables thinking. If the
 * request does not mention thinking, adds it only when the history contains reasoning: such a model thinks by default, as with `adaptive`.
 */
export function askToDrop(
  body: Fields,
  headers: Headers,
): { readonly body: Fields; readonly headers: Headers } | undefined {
  const thinking = thinkingOf(body);
  if (thinking === undefined) return undefined;
  const binding = fieldsOf(thinking['block_binding']);
  if ((binding['prefix_mismatch_behavior'] ?? undefined) !== undefined) return undefined;
  const block_binding = { ...binding, prefix_mismatch_behavior: 'drop_block' };
  return {
    body: { ...body, thinking: { ...thinking, block_binding } },
    headers: withBeta(headers),
  };
}

function thinkingOf({ thinking, messages }: Fields): Fields | undefined {
  if (isRecord(thinking)) {
    return thinking['type'] === 'adaptive' || thinking['type'] === 'enabled' ? thinking : undefined;
  }
  return Array.isArray(messages) && messages.some(hasThinking) ? { type: 'adaptive' } : undefined;
}

function hasThinking(message: unknown): boolean {
  const { content } = fieldsOf(message);
  if (!Array.isArray(content)) return false;
  return content.some((block) => {
    const { type } = fieldsOf(block);
    return type === 'thinking' || type === 'redacted_thinking';
  });
}

function withBeta(headers: Headers): Headers {
  const given = headers.get(HEADER) ?? '';
  if (given.split(',').some((beta) => beta.trim() === BETA)) return headers;
  const asked = new Headers(headers);
  asked.set(HEADER, given === '' ? BETA : `${given},${BETA}`);
  return asked;
}
