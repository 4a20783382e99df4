import {
  replaceResultParts,
  resultParts,
  type ContentBlock,
  type IContent,
  type ResultMedia,
  type MediaBlock,
  type ResultPart,
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
  return countData(mimeType, data, count);
}

function countResultMedia(
  { mimeType, source, data }: ResultMedia,
  count: (text: string) => number,
): number {
  return countData(mimeType, source === 'base64' ? data : undefined, count);
}

/** Counts the bytes of an attachment. */
function countData(mimeType: unknown, data: unknown, count: (text: string) => number): number {
  const text = isTextType(mimeType) && typeof data === 'string' ? decodeText(data) : undefined;
  return text === undefined ? mediaTokens(mimeType) : count(text);
}

/** Counts a tool result as it is sent: texts as text, media by kind, everything else as JSON. Base64 within a text counts as text. */
function countResult(result: unknown, count: (text: string) => number): number {
  if (typeof result === 'string') return count(result);
  let tokens = 0;
  const remaining: unknown[] = [result];
  while (remaining.length > 0) {
    const value = remaining.pop();
    const parts = resultParts(value);
    const [first] = parts;
    if (first === undefined) continue;
    if (Array.isArray(value) && first.path.length > 0) {
      for (const element of value) remaining.push(element);
    } else if (parts.length === 1 && isSentAlone(first, value, value === result)) {
      tokens += first.type === 'text' ? count(first.text) : countResultMedia(first.media, count);
    } else {
      const media = parts.filter((part) => part.type === 'media');
      for (const part of media) tokens += countResultMedia(part.media, count);
      const withoutMedia = replaceResultParts(value, new Map(media.map((part) => [part, ''])));
      tokens += count(jsonText(withoutMedia));
    }
  }
  return tokens;
}

/**
 * Returns whether only the part is sent, without JSON around it: media, a string, or the text of an element such as `{type: 'text', text}`.
 * Such a record that is the whole result is sent as JSON.
 */
function isSentAlone(
  part: ResultPart,
  value: unknown,
  isWholeResult: boolean,
): part is Exclude<ResultPart, { type: 'json' }> {
  if (part.type === 'media') return part.path.length === 0;
  if (part.type === 'json') return false;
  return typeof value === 'string' || (!isWholeResult && part.path.join() === 'text');
}
