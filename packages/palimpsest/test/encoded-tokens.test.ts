import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { formatMediaPlaceholder, replaceResultParts, resultParts } from '@palimpsest/core-types';
import { getCodec } from '@palimpsest/formats';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyHistory } from '../../formats/test/arbitrary-history.ts';
import {
  anyResult,
  resultMessages,
  type ResultFormat,
} from '../../formats/test/arbitrary-results.ts';

const names = Object.keys(resultMessages) as ResultFormat[];

/** Returns the difference in tokens, or 0 if it is at most 1 % or 3 tokens. */
function excess(tokens: number, expected: number): number {
  const difference = Math.abs(tokens - expected);
  return difference <= Math.max(3, expected / 100) ? 0 : difference;
}

describe.each(names)('%s', (name) => {
  const codec = getCodec(name);
  const again = (history: readonly IContent[]): number =>
    estimateEntryTokens(
      codec.decode(JSON.parse(JSON.stringify(codec.encode(history))) as object[]),
    );

  test('encoding keeps the token estimate, even with a result part edited or removed', () => {
    fc.assert(
      fc.property(resultMessages[name], fc.nat(), (given, at) => {
        const history = codec.decode(given);
        expect(excess(again(history), estimateEntryTokens(history))).toBe(0);
        const edited = history.map((entry) => ({
          ...entry,
          blocks: entry.blocks.map((block) => edit(block, at)),
        }));
        expect(excess(again(edited), estimateEntryTokens(edited))).toBe(0);
      }),
    );
  });

  test('encoding keeps the token estimate of a history of any origin', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        expect(excess(again(history), estimateEntryTokens(history))).toBe(0);
      }),
    );
  });

  test('encoding adds only notes about media to the token estimate of a result of any origin', () => {
    fc.assert(
      fc.property(anyResult, fc.boolean(), (result, hasFailed) => {
        const outcome = hasFailed ? { error: 'it broke' } : {};
        const history: IContent[] = [
          { speaker: 'human', blocks: [{ type: 'text', text: 'Go' }] },
          { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'a', name: 'f', parameters: {} }] },
          {
            speaker: 'tool',
            blocks: [{ type: 'tool_response', callId: 'a', toolName: 'f', result, ...outcome }],
          },
        ];
        const tokens = again(history);
        const media = resultParts(result).filter(({ type }) => type === 'media').length;
        // Each media part that follows its record or is removed adds a line that says so.
        expect(tokens).toBeLessThanOrEqual(estimateEntryTokens(history) * 1.01 + 3 + media * 25);
      }),
    );
  });
});

function edit(block: ContentBlock, at: number): ContentBlock {
  if (block.type !== 'tool_response') return block;
  const parts = resultParts(block.result);
  const part = parts[at % Math.max(parts.length, 1)];
  if (part === undefined || part.type === 'json') return block;
  const value = part.type === 'text' ? '…' : formatMediaPlaceholder(part.media, '1f0c9a3e.2');
  return { ...block, result: replaceResultParts(block.result, new Map([[part, value]])) };
}
