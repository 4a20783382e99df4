import {
  replaceResultParts,
  resultParts,
  type ContentBlock,
  type IContent,
  type ResultPart,
  type ThinkingBlock,
} from '@palimpsest/core-types';
import { estimateTokens } from './estimate-tokens.ts';
import { jsonText } from './json-text.ts';
import { mediaTokens } from './media-tokens.ts';

/** Counts the tokens of a text. */
export interface TokenCounter {
  count(text: string): number;
}

/** Counts the tokens of entries synchronously. Can be used as a `TokenEstimator`. */
export type EntryTokenCounter = (contents: readonly IContent[]) => number;

/** Roles and separators that a provider adds to each entry, call and result. */
const TOKENS_PER_ENTRY = 4;
const TOKENS_PER_CALL = 8;
const TOKENS_PER_RESULT = 6;

/** Characters of an opaque block that are counted, in UTF-16 units. */
const OPAQUE_MAX_LENGTH = 100_000;

/**
 * Creates a counter of entries from a counter of texts. It counts each block once and caches the count by identity, so a new turn costs
 * only its new blocks. The count of several entries is the sum of their counts.
 *
 * Attachments count a fixed number by kind (`MEDIA_TOKENS`), also within tool results. Base64 within a text or within arguments counts as
 * the text that is sent.
 */
export function createEntryTokenCounter(counter: TokenCounter): EntryTokenCounter {
  const counts = new WeakMap<ContentBlock, number>();
  return (contents) => {
    let tokens = 0;
    for (const { blocks } of contents) {
      tokens += TOKENS_PER_ENTRY;
      for (const block of blocks) {
        let known = counts.get(block);
        if (known === undefined) {
          known = countBlock(block, counter);
          counts.set(block, known);
        }
        tokens += known;
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
      return TOKENS_PER_RESULT + countResult(block.result, count) + countText(block.error);
    default: {
      const options = { maxLength: OPAQUE_MAX_LENGTH, withoutMedia: true };
      const { text, mediaTokens: media } = jsonText(block.native ?? null, options);
      return count(text) + media;
    }
  }
}

/** Encrypted reasoning counts its content: three quarters of the base64 text are bytes, and a token is four bytes. */
function countThinking(
  { thought, encryptedContent }: ThinkingBlock,
  countText: (text: unknown) => number,
): number {
  const tokens = countText(thought);
  const sealed = typeof encryptedContent === 'string' ? encryptedContent.length : 0;
  return tokens > 0 ? tokens : Math.ceil((sealed * 3) / 16);
}

/** Counts a tool result as it is sent: texts as text, media by kind, everything else as JSON. Base64 within a text counts as text. */
function countResult(result: unknown, count: (text: string) => number): number {
  if (typeof result === 'string') return count(result);
  let tokens = 0;
  const pending: unknown[] = [result];
  while (pending.length > 0) {
    const value = pending.pop();
    const parts = resultParts(value);
    const [part, ...others] = parts;
    if (part === undefined) continue;
    if (Array.isArray(value) && part.path.length > 0) {
      for (const element of value) pending.push(element);
    } else if (others.length === 0 && isWholeValue(part, value, value === result)) {
      tokens += part.type === 'text' ? count(part.text) : mediaTokens(part.media.mimeType);
    } else {
      const media = parts.filter(isMedia);
      for (const one of media) tokens += mediaTokens(one.media.mimeType);
      const left = replaceResultParts(value, new Map(media.map((one) => [one, ''])));
      tokens += count(jsonText(left).text);
    }
  }
  return tokens;
}

type Media = Extract<ResultPart, { type: 'media' }>;
type Text = Extract<ResultPart, { type: 'text' }>;

function isMedia(part: ResultPart): part is Media {
  return part.type === 'media';
}

/** Returns whether only this part of a value is sent. A record that is the whole result is sent as JSON. */
function isWholeValue(part: ResultPart, value: unknown, isWhole: boolean): part is Media | Text {
  if (part.type === 'media') return part.path.length === 0;
  if (part.type === 'json') return false;
  return typeof value === 'string' || (!isWhole && part.path.join() === 'text');
}
