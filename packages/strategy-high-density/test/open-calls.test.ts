import { historyArbitrary } from '@palimpsest/conformance';
import type { IContent } from '@palimpsest/core-types';
import { indexExchanges } from '@palimpsest/history';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCalls } from '../src/optimize/open-calls.ts';
import { entryArbitrary } from './entry-arbitrary.ts';

/** Places of all responses that belong to a call, each with the place of its call. */
function pairs(history: readonly IContent[]): number[][] {
  const calls = openCalls();
  const found: number[][] = [];
  for (const [entry, { blocks }] of history.entries()) {
    for (const [block, content] of blocks.entries()) {
      if (content.type === 'tool_call') calls.add({ entry, block, call: content, use: undefined });
      if (content.type !== 'tool_response') continue;
      const call = calls.answer(content.callId);
      if (call !== undefined) found.push([entry, block, call.entry, call.block]);
    }
  }
  return found;
}

test(
  'calls and responses are paired as the index of a whole history pairs them',
  { timeout: 60_000 },
  () => {
    const histories = fc.oneof(
      fc.array(entryArbitrary, { maxLength: 30, size: 'max' }),
      historyArbitrary(),
    );
    fc.assert(
      fc.property(histories, (history) => {
        const expected = indexExchanges(history).responses.map(({ entry, block, call }) => [
          entry,
          block,
          call.entry,
          call.block,
        ]);
        expect(pairs(history)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  },
);
