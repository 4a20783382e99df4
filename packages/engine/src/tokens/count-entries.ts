import {
  isRecord,
  resultParts,
  type ContentBlock,
  type IContent,
  type MediaBlock,
  type ThinkingBlock,
} from '@palimpsest/core-types';
import { estimateTokens } from './estimate-tokens.ts';
import { jsonText, textWithoutMedia } from './json-text.ts';
import { decodeText, encryptedTokens, isTextType, mediaTokens } from './media-tokens.ts';

/** Counts the tokens of a text. */
export interface TokenCounter {
  count(text: string): number;
}

/** Counts the tokens of entries synchronously. Can be used as a `TokenEstimator`. */
export type EntryTokenCounter = (contents: readonly IContent[]) => number;

/** Tokens for roles and separators that a provider adds to each entry, call and result. */
const TOKENS_PER_ENTRY = 4;
const TOKENS_PER_CALL = 8;
const TOKENS_PER_RESULT = 6;

/**
 * Creates a counter of entries from a counter of texts. It counts each block once and caches the count by identity, so a new turn costs
 * only its new blocks. The count of several entries is the sum of their counts.
 *
 * Attachments count a fixed number by kind (`MEDIA_TOKENS`), also within tool results; an attached text counts as text. Encrypted reasoning
 * counts by its length. Base64 within a text or within arguments counts as the text that is sent.
 */
export function createEntryTokenCounter(counter: TokenCounter): EntryTokenCounter {
  const counts = new WeakMap<ContentBlock, number>();
  return (contents) => {
    let tokens = 0;
    for (const { blocks } of contents) {
      tokens += TOKENS_PER_ENTRY;
      for (const block of blocks) {
        let count = counts.get(block);
        if (count === undefined) {
          count = countBlock(block, counter);
          counts.set(block, count);
        }
        tokens += count;
      }
    }
    return tokens;
  };
}

/** Estimates the tokens of entries with `estimateTokens`. All callers share one cache. */
export const estimateEntryTokens: EntryTokenCounter = /* @__PURE__ */ createEntryTokenCounter({
  count: estimateTokens,
});

function countBlock(block: ContentBlock, counter: TokenCounter): number {
  const count = (text: string): number => (text === '' ? 0 : counter.count(text));
  const countText = (text: unknown): number => (typeof text === 'string' ? count(text) : 0);
  const countValue = (value: unknown): number => {
    if (value === undefined || value === null) return 0;
    return count(typeof value === 'string' ? value : jsonText(value));
  };
  switch (block.type) {
    case 'text':
      return countText(block.text);
    case 'code':
      return countText(block.code) + countText(block.language);
    case 'thinking':
      return countThinking(block, countText);
    case 'media':
      return countMedia(block, count) + countText(block.caption) + countText(block.filename);
    case 'tool_call':
      return TOKENS_PER_CALL + countText(block.name) + countValue(block.parameters);
    case 'tool_response':
      return TOKENS_PER_RESULT + countResult(block.result, count) + countText(block.error);
    default: {
      const { text, tokens } = textWithoutMedia(block.native ?? null);
      return count(text) + tokens;
    }
  }
}

/**
 * Reasoning counts its text or its encrypted form, whichever is larger: the text may be a summary. A signature counts if there is no text, because
 * it then holds the reasoning.
 */
function countThinking(
  { thought, encryptedContent, signature }: ThinkingBlock,
  countText: (text: unknown) => number,
): number {
  const tokens = countText(thought);
  const encrypted = encryptedContent ?? (tokens === 0 ? signature : undefined);
  return Math.max(tokens, typeof encrypted === 'string' ? encryptedTokens(encrypted.length) : 0);
}

/** Counts an attachment: a text as text, whichever member of the message holds it, and everything else by kind. */
function countMedia(block: MediaBlock, count: (text: string) => number): number {
  const { mimeType, data, encoding, native } = block;
  if (data !== '' && encoding === 'url') return mediaTokens(mimeType);
  if (data === '' && native !== undefined) {
    const { text, tokens } = textWithoutMedia(native);
    return Math.max(mediaTokens(mimeType), count(text) + tokens);
  }
  const text = isTextType(mimeType) && typeof data === 'string' ? decodeText(data) : undefined;
  return text === undefined ? mediaTokens(mimeType) : count(text);
}

/** Counts a tool result as it is sent: texts as text, media by kind, everything else as JSON. Base64 within a text counts as text. */
function countResult(result: unknown, count: (text: string) => number): number {
  if (isRecord(result)) return count(jsonText(result));
  let tokens = 0;
  for (const part of resultParts(result)) {
    if (part.type === 'text') tokens += count(part.text);
    else if (part.type === 'media') tokens += countMedia(part.media, count);
    else if (part.isFixed === true) {
      const sent = textWithoutMedia(part.value);
      tokens += count(sent.text) + sent.tokens;
    } else tokens += count(jsonText(part.value));
  }
  return tokens;
}
