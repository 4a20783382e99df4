import type { IContent } from '@palimpsest/core-types';
import { indexExchanges } from '../../src/history/index.ts';
import { expect, test } from 'vitest';
import { exchangeUnits, type ExchangeUnit } from '../../src/history/structure/exchange-units.ts';
import { ai, answer, call, tool } from './blocks.ts';

const results = (...ids: string[]): IContent => tool(...ids.map((id) => answer(id)));

const units = (entries: readonly IContent[], boundary = entries.length): ExchangeUnit[] => [
  ...exchangeUnits(indexExchanges(entries), boundary),
];

const apart = [ai(call('a'), call('b')), results('a', 'b'), ai(call('c'), answer('c'), call('d'))];

test('exchanges with results in one entry form a unit, others do not', () => {
  const entries = [
    ai(call('a'), call('b'), call('c')),
    results('a', 'b'),
    ai(call('d'), call('e')),
    results('c', 'd'),
    results('e'),
    ai(call('f'), call('g')),
    results('f', 'g'),
    ai(call('h'), answer('h')),
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
    results('c', 'd'),
    results('a', 'b'),
    ai(call('e')),
    results('e'),
  ];
  expect(units(entries)).toEqual([
    { callEntries: [0, 1, 2], resultEntries: [3, 4], calls: 4 },
    { callEntries: [5], resultEntries: [6], calls: 1 },
  ]);
});

test('ignores pending calls and exchanges that end at or after the boundary', () => {
  expect(units([...apart, results('d')], 3)).toEqual([
    { callEntries: [0], resultEntries: [1], calls: 2 },
  ]);
  expect(units([...apart, results('d')], 1)).toEqual([]);
  expect(units(apart)).toEqual([{ callEntries: [0], resultEntries: [1], calls: 2 }]);
});
