import type { IContent } from '@palimpsest/core-types';

/** Words of entries, one token each: an estimator whose figures can be counted by hand. Payloads of calls and results count as JSON. */
export function countTokensByWords(contents: readonly IContent[]): number {
  let words = 0;
  for (const { blocks } of contents)
    for (const block of blocks) {
      if (block.type === 'text') words += wordsOf(block.text);
      else if (block.type === 'code') words += wordsOf(block.code);
      else if (block.type === 'thinking') words += wordsOf(block.thought);
      else if (block.type === 'tool_call') words += 1 + wordsOf(asText(block.parameters));
      else if (block.type === 'tool_response') {
        words += 1 + wordsOf(asText(block.result)) + wordsOf(block.error ?? '');
      } else words += 1;
    }
  return words;
}

const wordsOf = (text: string): number => text.match(/\S+/g)?.length ?? 0;

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
