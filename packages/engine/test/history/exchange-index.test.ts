import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { indexExchanges, type ExchangeIndex } from '../../src/history/index.ts';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHistory } from './histories.ts';
import { isAwaitingResult } from '../../src/history/structure/exchange-index.ts';
import { answer, tool } from './blocks.ts';

/** Returns the matched pairs as `call entry.block>result entry.block`. */
function pairs({ responses }: ExchangeIndex): string[] {
  return responses.map(({ entry, block, call }) => `${call.entry}.${call.block}>${entry}.${block}`);
}

test('a result belongs to the newest pending call of its id, a later one to the older call', () => {
  const index = indexExchanges([
    ...history().call('Read', {}, { id: '0' }).human('go on').build(),
    ...history().call('Read', {}, { id: '0' }).build(),
    tool(answer('0')),
    tool(answer('0')),
    tool(answer('0')),
  ]);
  expect(pairs(index)).toEqual(['2.0>3.0', '0.0>4.0']);
  expect(index.unmatchedResults).toMatchObject([{ entry: 5, kind: 'duplicate' }]);
});

test('calls before a blank entry are still pending', () => {
  const raw: IContent[] = [...history().call('Read').build(), { speaker: 'ai', blocks: [] }];
  expect(indexExchanges(raw).exchanges).toMatchObject([{ isPending: true }]);
});

test('a call that the provider ran needs no result, and may have one', () => {
  const call = {
    type: 'tool_call',
    id: 's',
    name: 'web_search',
    parameters: {},
    providerExecuted: true,
  } as const;
  const alone = indexExchanges([{ speaker: 'ai', blocks: [call] }]);
  expect(alone.exchanges).toMatchObject([{ isPending: false, start: 0, end: 0 }]);
  const within = indexExchanges([
    {
      speaker: 'ai',
      blocks: [call, ...tool(answer('s')).blocks, { type: 'text', text: 'Found.' }],
    },
  ]);
  expect(pairs(within)).toEqual(['0.0>0.1']);
  expect(within.unmatchedResults).toEqual([]);
});

test('every call and every result is indexed exactly once', () => {
  fc.assert(
    fc.property(anyHistory(['0', '1', '']), (entries) => {
      const index = indexExchanges(entries);
      const calls = index.exchanges.flatMap((exchange) => exchange.calls);
      const blocks = entries.flatMap((entry) => entry.blocks);
      expect(new Set(calls.map(({ call }) => call))).toEqual(
        new Set(blocks.filter(({ type }) => type === 'tool_call')),
      );
      const answers = [...index.responses, ...index.unmatchedResults];
      expect(answers).toHaveLength(blocks.filter(({ type }) => type === 'tool_response').length);
      for (const {
        response: { callId },
        entry,
        block,
        call,
      } of index.responses) {
        expect(call.call.id).toBe(callId);
        expect(call.entry < entry || (call.entry === entry && call.block < block)).toBe(true);
        expect(call.response?.response).toBe(entries[entry]!.blocks[block]);
      }
      for (const { start, end, calls: own, isPending } of index.exchanges) {
        expect(own.every(({ entry }) => entry === start)).toBe(true);
        expect(end).toBe(Math.max(start, ...own.map(({ response: r }) => r?.entry ?? -1)));
        expect(isPending && !own.some(isAwaitingResult)).toBe(false);
      }
    }),
    { numRuns: 500 },
  );
});

const read: ContentBlock = { type: 'tool_call', id: 'a', name: 'Read', parameters: {} };
const given: ContentBlock = { type: 'tool_response', callId: 'a', toolName: 'Read', result: '' };

test('matches all calls of one id in an entry, also with a result between them', () => {
  const { exchanges, unmatchedResults } = indexExchanges([
    { speaker: 'ai', blocks: [read, read, read, given, read] },
    { speaker: 'tool', blocks: [given, given, given] },
  ]);
  expect(unmatchedResults).toEqual([]);
  expect(exchanges[0]!.calls.map((site) => [site.response?.entry, site.response?.block])).toEqual([
    [0, 3],
    [1, 0],
    [1, 1],
    [1, 2],
  ]);
});
