import type { IContent } from '@palimpsest/core-types';

/** Counts each word as one token, so that counts can be checked by hand. Arguments and results count as JSON. */
export function countTokensByWords(contents: readonly IContent[]): number {
  let words = 0;
  for (const { blocks } of contents)
    for (const block of blocks) {
      if (block.type === 'text') words += countWords(block.text);
      else if (block.type === 'code') words += countWords(block.code);
      else if (block.type === 'thinking') words += countWords(block.thought);
      else if (block.type === 'tool_call') words += 1 + countWords(asText(block.parameters));
      else if (block.type === 'tool_response') {
        words += 1 + countWords(asText(block.result)) + countWords(block.error ?? '');
      } else words += 1;
    }
  return words;
}

const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0;

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
