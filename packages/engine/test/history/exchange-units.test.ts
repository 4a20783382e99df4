import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { indexExchanges } from '../../src/history/index.ts';
import { expect, test } from 'vitest';
import { exchangeUnits, type ExchangeUnit } from '../../src/history/structure/exchange-units.ts';

const call = (id: string): ContentBlock => ({
  type: 'tool_call',
  id,
  name: 'Read',
  parameters: {},
});
const response = (callId: string): ContentBlock => ({
  type: 'tool_response',
  callId,
  toolName: 'Read',
  result: '',
});
const ai = (...blocks: ContentBlock[]): IContent => ({ speaker: 'ai', blocks });
const tool = (...ids: string[]): IContent => ({ speaker: 'tool', blocks: ids.map(response) });

const units = (entries: readonly IContent[], boundary = entries.length): ExchangeUnit[] => [
  ...exchangeUnits(indexExchanges(entries), boundary),
];

const apart = [ai(call('a'), call('b')), tool('a', 'b'), ai(call('c'), response('c'), call('d'))];

test('exchanges with results in one entry form a unit, others do not', () => {
  const entries = [
    ai(call('a'), call('b'), call('c')),
    tool('a', 'b'),
    ai(call('d'), call('e')),
    tool('c', 'd'),
    tool('e'),
    ai(call('f'), call('g')),
    tool('f', 'g'),
    ai(call('h'), response('h')),
  ];
  expect(units(entries)).toEqual([
    { callEntries: [0, 2], resultEntries: [1, 3, 4], calls: 5 },
    { callEntries: [5], resultEntries: [6], calls: 2 },
    { callEntries: [7], resultEntries: [], calls: 1 },
  ]);
});

test('three exchanges in a row that share entries form one unit, in any order', () => {
  const entries = [
    ai(call('a')),
    ai(call('b'), call('c')),
    ai(call('d')),
    tool('c', 'd'),
    tool('a', 'b'),
    ai(call('e')),
    tool('e'),
  ];
  expect(units(entries)).toEqual([
    { callEntries: [0, 1, 2], resultEntries: [3, 4], calls: 4 },
    { callEntries: [5], resultEntries: [6], calls: 1 },
  ]);
});

test('ignores pending calls and exchanges that end at or after the boundary', () => {
  expect(units([...apart, tool('d')], 3)).toEqual([
    { callEntries: [0], resultEntries: [1], calls: 2 },
  ]);
  expect(units([...apart, tool('d')], 1)).toEqual([]);
  expect(units(apart)).toEqual([{ callEntries: [0], resultEntries: [1], calls: 2 }]);
});
