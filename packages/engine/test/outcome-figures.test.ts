import type { CompressionResult } from '@palimpsest/core-types';
import { repairHistory, type EditPlan } from '@palimpsest/history';
import { history } from '@palimpsest/testing';
import { buildResult, type ResultInput } from '../src/build-result.ts';
import { expect, test } from 'vitest';

const two = history().human('0').ai('1').build();
const [human, ai] = two;
const nothing: EditPlan = { removals: new Set(), replacements: new Map() };
const dropFirst: EditPlan = { ...nothing, removals: new Set([0]) };
const shorten: EditPlan = { ...nothing, replacements: new Map([[1, { ...ai!, blocks: [] }]]) };
const insert: EditPlan = {
  ...nothing,
  insertions: new Map([[2, { entry: human!, reason: 'notice', sources: [] }]]),
};

const concluded = (decision: Partial<ResultInput>): CompressionResult =>
  buildResult({
    strategy: 'mine',
    original: two,
    repaired: repairHistory(two),
    plan: nothing,
    noopReason: 'nothing-removable',
    ...decision,
  });

const common = {
  originalMessageCount: 2,
  compressedMessageCount: 2,
  strategyUsed: 'mine',
  llmCallMade: false,
};

test.each<[string, EditPlan, string]>([
  ['does nothing', nothing, 'noop'],
  ['does nothing, and lists no insertion', { ...nothing, insertions: new Map() }, 'noop'],
  ['only drops', dropFirst, 'applied'],
  ['only replaces', shorten, 'applied'],
  ['only inserts', insert, 'applied'],
])('returns the kind of result for a plan that %s', (_, plan, kind) => {
  expect(concluded({ plan }).kind).toBe(kind);
});

test.each<[number | undefined, number | undefined, string]>([
  [10, 9, 'applied'],
  [10, 10, 'applied'],
  [10, 11, 'no-gain'],
  [undefined, 11, 'applied'],
  [10, undefined, 'applied'],
])(
  'when %s tokens become %s, a larger result is a no-op',
  (tokensBefore, tokensAfter, expected) => {
    const result = concluded({
      plan: dropFirst,
      ...(tokensBefore === undefined ? {} : { tokensBefore }),
      ...(tokensAfter === undefined ? {} : { tokensAfter }),
    });
    expect(result.kind === 'noop' ? result.reason : result.kind).toBe(expected);
  },
);

const usage = { promptTokens: 7, completionTokens: 2, totalTokens: 9 };
const missed = { tokensBefore: 10, tokensAfter: 9, targetTokens: 4 };

test.each<[string, Partial<ResultInput>, Readonly<Record<string, unknown>>]>([
  ['nothing was counted', {}, {}],
  ['only the target is known', { targetTokens: 4 }, { targetTokens: 4 }],
  [
    'nothing could go',
    { ...missed, shortfallReason: 'the tail' },
    {
      tokensBefore: 10,
      tokensAfter: 10,
      targetTokens: 4,
      shortfallTokens: 6,
      shortfallReason: 'the tail',
    },
  ],
  [
    'nobody knows what stands in the way',
    missed,
    { tokensBefore: 10, tokensAfter: 10, targetTokens: 4, shortfallTokens: 6 },
  ],
  [
    'the target is met, as a host counts',
    { ...missed, shortfallReason: 'the tail', noopReason: 'already-under-target' },
    { tokensBefore: 10, tokensAfter: 10, targetTokens: 4 },
  ],
  ['a model was asked in vain', { llmCalls: [{}] }, { llmCallMade: true, llmCalls: [{}] }],
  [
    'a model was asked, and said what it cost',
    { llmCalls: [{ usage }] },
    {
      llmCallMade: true,
      llmCalls: [{ usage }],
      usage,
    },
  ],
  ['a tail was kept and entries counted', { tail: 1, dropped: { aiEntries: 1 } }, {}],
])('a no-op has the available counts when %s', (_, decision, figures) => {
  expect(concluded(decision).metadata).toStrictEqual({ ...common, ...figures });
});

test('the shortfall of an applied plan does not depend on the no-op reason', () => {
  const { metadata } = concluded({
    ...missed,
    plan: dropFirst,
    noopReason: 'already-under-target',
  });
  expect(metadata.shortfallTokens).toBe(5);
  expect(metadata).not.toHaveProperty('shortfallReason');
});

test.each<[string, Partial<ResultInput>, readonly string[]]>([
  ['the first entry went', { plan: dropFirst }, ['firstChangedIndex']],
  ['a later entry changed', { plan: shorten }, ['firstChangedIndex', 'topPreserved']],
  ['nothing is another object', { plan: { ...nothing, replacements: new Map([[1, ai!]]) } }, []],
  ['the tail is known', { plan: dropFirst, tail: 1 }, ['firstChangedIndex', 'bottomPreserved']],
  [
    'what went was counted',
    { plan: dropFirst, dropped: { humanEntries: 1 } },
    ['firstChangedIndex', 'dropped'],
  ],
])('an applied result has all available counts, and no others, when %s', (_, given, names) => {
  expect(Object.keys(concluded(given).metadata)).toEqual([
    ...Object.keys(common),
    ...names,
    'provenance',
  ]);
});
