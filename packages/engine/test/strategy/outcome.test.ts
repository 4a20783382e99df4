import type { CompressionResult, IContent } from '@palimpsest/core-types';
import {
  createDroppedNotice,
  makeTurnMarker,
  repairHistory,
  type EditPlan,
  type EntryEdits,
} from '../../src/history/index.ts';
import { history } from '@palimpsest/testing';
import { buildResult, type ResultInput } from '../../src/strategy/build-result.ts';
import { expect, test } from 'vitest';

const four = history().human('0').ai('1').human('2').ai('3').build();
const other: IContent = { speaker: 'ai', blocks: [{ type: 'text', text: 'shorter' }] };
const removing = (...indices: number[]): EntryEdits =>
  new Map(indices.map((at) => [at, undefined]));
const nothing: EditPlan = { edits: new Map() };
const dropFirst: EditPlan = { edits: removing(0) };

function concluded(
  decision: Partial<ResultInput>,
  original: readonly IContent[] = four,
): CompressionResult {
  return buildResult({
    strategy: 'mine',
    original,
    repaired: repairHistory(original),
    plan: nothing,
    noopReason: 'nothing-removable',
    ...decision,
  });
}

test('an empty plan is a no-op with its reason and no properties without a value', () => {
  expect(concluded({ noopReason: 'tail-covers-all' })).toStrictEqual({
    kind: 'noop',
    reason: 'tail-covers-all',
    metadata: {
      originalMessageCount: 4,
      compressedMessageCount: 4,
      strategyUsed: 'mine',
      llmCallMade: false,
    },
  });
});

test('a plan that grows the history is a no-op with the counts of the input', () => {
  const result = concluded({ plan: dropFirst, tokensBefore: 10, tokensAfter: 11, targetTokens: 4 });
  expect(result).toMatchObject({
    kind: 'noop',
    reason: 'no-gain',
    metadata: { tokensBefore: 10, tokensAfter: 10, shortfallTokens: 6 },
  });
});

test('reports the shortfall with its reason only if the target is missed', () => {
  const figures = {
    tokensBefore: 10,
    tokensAfter: 7,
    targetTokens: 4,
    shortfallReason: 'the tail',
  };
  expect(concluded({ plan: dropFirst, ...figures }).metadata).toMatchObject({
    tokensAfter: 7,
    shortfallTokens: 3,
    shortfallReason: 'the tail',
  });
  const reached = concluded({ plan: dropFirst, ...figures, tokensAfter: 4 }).metadata;
  expect(reached).not.toHaveProperty('shortfallTokens');
  expect(reached).not.toHaveProperty('shortfallReason');
});

function opaque(kind: string, facts: object = {}): IContent {
  return { speaker: 'ai', blocks: [{ type: 'opaque', kind, ...facts }] };
}

test('the reason names blocks that no strategy may remove alone, outside of the tail and of pinned entries', () => {
  const entries: IContent[] = [
    ...four,
    opaque('mcp_list_tools'),
    opaque('mcp_list_tools'),
    opaque('item_reference'),
    opaque('web_search_call', { hostedCallId: 'a' }),
    { ...opaque('compaction'), metadata: { pinned: true } },
    opaque('refusal'),
  ];
  const figures = { tokensBefore: 10, tokensAfter: 7, targetTokens: 4, tail: 1 };
  const reasonOf = (decision: Partial<ResultInput>) =>
    concluded({ ...figures, ...decision }, entries).metadata.shortfallReason;
  const names = 'blocks stay that only the provider can read (mcp_list_tools, item_reference)';
  expect(reasonOf({ plan: dropFirst, shortfallReason: 'the tail' })).toBe(`the tail; ${names}`);
  expect(reasonOf({ plan: dropFirst })).toBe(names);
  expect(reasonOf({ shortfallReason: 'the tail' })).toBe(`the tail; ${names}`);
});

test('an applied plan reports the first change and the provenance of each entry', () => {
  const result = concluded({
    plan: {
      edits: new Map([...removing(1), [3, other]]),
      insertions: new Map([
        [
          2,
          {
            entry: createDroppedNotice({ dropped: 1, newest: 2, following: 2 }),
            reason: 'notice' as const,
            sources: [1],
          },
        ],
      ]),
    },
    dropped: { aiEntries: 1 },
  });
  expect(result).toMatchObject({
    kind: 'applied',
    newHistory: [
      four[0],
      makeTurnMarker(),
      createDroppedNotice({ dropped: 1, newest: 2, following: 2 }),
      makeTurnMarker(),
      four[2],
      other,
    ],
    metadata: {
      originalMessageCount: 4,
      compressedMessageCount: 6,
      firstChangedIndex: 1,
      topPreserved: 1,
      dropped: { aiEntries: 1 },
      provenance: [
        { sources: [0], reason: 'kept' },
        { sources: [], reason: 'notice' },
        { sources: [1], reason: 'notice' },
        { sources: [], reason: 'notice' },
        { sources: [2], reason: 'kept' },
        { sources: [3], reason: 'reduced' },
      ],
    },
  });
  expect(concluded({ plan: dropFirst }).metadata).not.toHaveProperty('topPreserved');
});

test('provenance refers to the history before the repair', () => {
  const orphan: IContent = {
    speaker: 'tool',
    blocks: [{ type: 'tool_response', callId: 'nobody', toolName: 'Read', result: '' }],
  };
  const given = [
    orphan,
    ...history().call('Read').human('a\ud800').ai('').ai('1').human('2').build(),
  ];
  const { history: whole } = repairHistory(given);
  expect(whole.map(({ speaker }) => speaker)).toEqual(['ai', 'tool', 'human', 'ai', 'human']);
  const plan = {
    edits: removing(2, 3),
    insertions: new Map([
      [
        4,
        {
          entry: createDroppedNotice({ dropped: 2, newest: 1, following: 1 }),
          reason: 'notice' as const,
          sources: [2, 3],
        },
      ],
    ]),
  };
  const { metadata } = concluded({ plan }, given);
  expect(metadata.repaired?.map(({ kind }) => kind)).toEqual([
    'orphan-response',
    'unanswered-call',
    'lone-surrogate',
    'blank-entry',
  ]);
  expect(metadata.firstChangedIndex).toBe(0);
  expect(metadata.provenance).toEqual([
    { sources: [1], reason: 'kept' },
    { sources: [], reason: 'repair' },
    { sources: [], reason: 'notice' },
    { sources: [2, 4], reason: 'notice' },
    { sources: [], reason: 'notice' },
    { sources: [5], reason: 'kept' },
  ]);
});

test('the reason of a missed target names the attachments that stay', () => {
  const picture = { type: 'media', mimeType: 'image/png', data: '', encoding: 'base64' } as const;
  const original: IContent[] = [
    { speaker: 'human', blocks: [{ type: 'text', text: 'Old.' }] },
    { speaker: 'human', blocks: [{ type: 'text', text: 'Is it free?' }, picture] },
  ];
  const decided = concluded({ tokensBefore: 1_300, targetTokens: 10 }, original);
  expect(decided.metadata.shortfallReason).toBe('1 attachment stays');
});

test('a plan that leaves no entry is a no-op', () => {
  const all: EditPlan = { edits: removing(...four.keys()) };
  const result = concluded({ plan: all, tokensBefore: 10, tokensAfter: 0, targetTokens: 4 });
  expect(result).toMatchObject({ kind: 'noop', metadata: { tokensAfter: 10 } });
});
