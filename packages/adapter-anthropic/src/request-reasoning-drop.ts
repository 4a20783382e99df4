import { isRecord } from '@palimpsest/core-types';
import { fieldsOf, type Fields } from '@palimpsest/adapter';

/** The beta that enables the option, and the header with the betas of a request. */
const BETA_NAME = 'thinking-binding-controls-2026-08-01';
const BETA_HEADER = 'anthropic-beta';

/**
 * Adds the option by which the provider drops reasoning whose prefix changed. Returns `undefined` if the option is set already, or the request
 * disables thinking. If the request does not set `thinking`, adds it only if the history contains reasoning: then the model thinks by default, as
 * with `adaptive`.
 */
export function requestReasoningDrop(
  body: Fields,
  headers: Headers,
): { readonly body: Fields; readonly headers: Headers } | undefined {
  const thinking = readThinking(body);
  if (thinking === undefined) return undefined;
  const binding = fieldsOf(thinking['block_binding']);
  if ((binding['prefix_mismatch_behavior'] ?? undefined) !== undefined) return undefined;
  const block_binding = { ...binding, prefix_mismatch_behavior: 'drop_block' };
  return {
    body: { ...body, thinking: { ...thinking, block_binding } },
    headers: withBeta(headers),
  };
}

function readThinking({ thinking, messages }: Fields): Fields | undefined {
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
  const betas = headers.get(BETA_HEADER) ?? '';
  if (betas.split(',').some((beta) => beta.trim() === BETA_NAME)) return headers;
  const extended = new Headers(headers);
  extended.set(BETA_HEADER, betas === '' ? BETA_NAME : `${betas},${BETA_NAME}`);
  return extended;
}
