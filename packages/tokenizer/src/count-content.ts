import type { ContentBlock, IContent, ThinkingBlock } from '@palimpsest/core-types';
import { countResult } from './count-result.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { jsonText } from './json-text.ts';
import { mediaTokens } from './media-tokens.ts';

/** Counts the tokens of a text. */
export interface TokenCounter {
  count(text: string): number;
}

/** Counts the tokens of entries, at once. Can be used wherever a `TokenEstimator` is asked for. */
export type EntryTokenCounter = (contents: readonly IContent[]) => number;

/** Roles and separators that a provider puts around each entry, call and response. */
const TOKENS_PER_ENTRY = 4;
const TOKENS_PER_CALL = 8;
const TOKENS_PER_RESPONSE = 6;

/** How much of an unknown block is looked at, in UTF-16 units. */
const OPAQUE_MAX_LENGTH = 100_000;

/**
 * Counts whole entries with a counter of texts. Each block is counted once and remembered by identity, so counting a history again after
 * a new turn costs no more than the new blocks. The count of several entries is the sum of their counts.
 *
 * Attachments count a fixed figure by kind (`MEDIA_TOKENS`), also those that are parts of tool results, never their base64 text. Base64 in
 * a text or in arguments is sent as text, and counts as that.
 */
export function createEntryTokenCounter(counter: TokenCounter): EntryTokenCounter {
  const remembered = new WeakMap<ContentBlock, number>();
  return (contents) => {
    let tokens = 0;
    for (const { blocks } of contents) {
      tokens += TOKENS_PER_ENTRY;
      for (const block of blocks) {
        let known = remembered.get(block);
        if (known === undefined) {
          known = countBlock(block, counter);
          remembered.set(block, known);
        }
        tokens += known;
      }
    }
    return tokens;
  };
}

/** Estimates the tokens of entries: `createContentCounter` over `estimateTokens`, with one memory for the whole program. */
export const estimateEntryTokens: EntryTokenCounter = /* @__PURE__ */ createEntryTokenCounter({
  count: estimateTokens,
});

function countBlock(block: ContentBlock, counter: TokenCounter): number {
  const count = (text: string): number => (text === '' ? 0 : counter.count(text));
  const countText = (text: unknown): number => (typeof text === 'string' ? count(text) : 0);
  const countValue = (value: unknown): number => {
    if (value === undefined || value === null) return 0;
    return count(typeof value === 'string' ? value : jsonText(value).text);
  };
  switch (block.type) {
    case 'text':
      return countText(block.text);
    case 'code':
      return countText(block.code) + countText(block.language);
    case 'thinking':
      return countThinking(block, countText);
    case 'media':
      return mediaTokens(block.mimeType) + countText(block.caption) + countText(block.filename);
    case 'tool_call':
      return TOKENS_PER_CALL + countText(block.name) + countValue(block.parameters);
    case 'tool_response':
      return TOKENS_PER_RESPONSE + countResult(block.result, count) + countText(block.error);
    default: {
      const options = { maxLength: OPAQUE_MAX_LENGTH, withoutMedia: true };
      const { text, mediaTokens: media } = jsonText(block.native ?? null, options);
      return count(text) + media;
    }
  }
}

/** Sealed reasoning is charged for what it says: three quarters of the base64 are bytes, four bytes a token. */
function countThinking(
  { thought, encryptedContent }: ThinkingBlock,
  countText: (text: unknown) => number,
): number {
  const tokens = countText(thought);
  const sealed = typeof encryptedContent === 'string' ? encryptedContent.length : 0;
  return tokens > 0 ? tokens : Math.ceil((sealed * 3) / 16);
}
