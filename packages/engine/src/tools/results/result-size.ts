import { resultParts, type ContentBlock } from '@palimpsest/core-types';
import { hasLines, resultText } from './result-text.ts';

/**
 * Maximum length of a short result, in UTF-16 units. A one-line replacement saves little, and the result may state the outcome, such as `No
 * matches found`.
 */
export const SHORT_RESULT_LENGTH = 60;

/**
 * Returns a label for the size of a result, such as `12 lines`, `80 chars`, `3 items`, `2 fields` or `1 part`; `undefined` if it has no
 * size.
 */
export function describeResultSize(result: unknown): string | undefined {
  const parts = resultParts(result);
  const [first] = parts;
  if (parts.length === 1 && first?.type === 'json') return sizeOfValue(first.value);
  if (first === undefined) return undefined;
  if (parts.every(({ type }) => type === 'media')) return count(parts.length, 'part');
  const text = resultText(result);
  if (text === '') return undefined;
  const lines = countLines(text);
  return lines > 1 ? `${lines} lines` : `${text.length} chars`;
}

function sizeOfValue(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return count(value.length, 'item');
  const members = Object.values(value);
  let lines = 0;
  for (const text of members) if (typeof text === 'string') lines += countLines(text);
  return members.some(hasLines) ? `${lines} lines` : count(members.length, 'field');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Counts lines; a line break at the end does not start another one. */
function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** Returns the number of images, recordings and files in blocks and in their tool results. */
export function countMedia(blocks: readonly ContentBlock[]): number {
  let media = 0;
  for (const block of blocks) {
    if (block.type === 'media') media += 1;
    else if (block.type === 'tool_response' && typeof block.result === 'object') {
      for (const { type } of resultParts(block.result)) if (type === 'media') media += 1;
    }
  }
  return media;
}

/**
 * Returns whether a result exceeds `maxLength` UTF-16 units. Counts keys and values without quotes, and 1 per container. Stops at the
 * limit, so depth and circular references do not matter.
 */
export function isResultLongerThan(result: unknown, maxLength: number): boolean {
  return lengthUpTo(result, maxLength) > maxLength;
}

/** Returns the length of a result as `isResultLongerThan` counts it. Reads the whole result, which must not have circular references. */
export function resultLength(result: unknown): number {
  return lengthUpTo(result, Number.POSITIVE_INFINITY);
}

/** Counts until the length exceeds the limit; 1 per object for brackets and separators, so that a limit also stops at circular references. */
function lengthUpTo(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return String(value).length;
  let length = 1;
  for (const [key, member] of Object.entries(value)) {
    if (!Array.isArray(value)) length += key.length;
    if (length > limit) break;
    length += lengthUpTo(member, limit - length);
  }
  return length;
}
