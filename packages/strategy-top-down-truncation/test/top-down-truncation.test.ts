import { createStrategy } from '@palimpsest/engine';
import type { CompressionResult, IContent, TokenEstimator } from '@palimpsest/core-types';
import { history, testContext, type TestContextOptions } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { topDownTruncation } from '../src/index.ts';

const strategy = createStrategy(topDownTruncation);

function compress(
  entries: readonly IContent[],
  options?: TestContextOptions,
): Promise<CompressionResult> {
  return strategy.compress(testContext(entries, options));
}

async function kept(
  entries: readonly IContent[],
  options?: TestContextOptions,
): Promise<readonly IContent[]> {
  const result = await compress(entries, options);
  return result.kind === 'applied' ? result.newHistory : entries;
}

function conversation(length: number): IContent[] {
  const built = history();
  for (let at = 0; at < length; at += 1) built[at % 2 === 0 ? 'human' : 'ai'](`message ${at}`);
  return built.build();
}

/** User messages, each with tool calls and an answer. `loops` has the number of calls per message. */
function session(...loops: readonly number[]): IContent[] {
  const built = history();
  for (const [turn, calls] of loops.entries()) {
    built.human(`question ${turn}`);
    for (let at = 0; at < calls; at += 1) built.call('glob', { pattern: `${at}` }).result('a.ts');
    built.ai(`answer ${turn}`);
  }
  return built.build();
}

/** The marker between two turns of one role. */
const markIn = (speaker: 'ai' | 'human'): IContent => ({
  speaker,
  blocks: [{ type: 'text', text: '…' }],
});

/** Estimates `tokens` tokens per entry. */
const each =
  (tokens: number): TokenEstimator =>
  (entries) =>
    entries.length * tokens;

test('needs no model, and triggers at 85 % of the context window', () => {
  expect(strategy).toMatchObject({
    name: 'top-down-truncation',
    requiresLLM: false,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
  });
  expect('optimize' in strategy).toBe(false);
});

test.each([
  [10, 1_000, 9_600, 8],
  [20, 500, 4_800, 8],
  [10, 1_000, 9_000, 8],
  [10, 1_000, 8_000, 8],
  [10, 1_000, 7_999, 6],
  [10, 1_000, 2_000, 2],
  [10, 1_000, 0, 2],
])(
  'of %d entries of %d tokens, a target of %d keeps the newest %d unchanged, from a user message on',
  async (length, tokens, targetTokens, count) => {
    const before = conversation(length);
    const result = await compress(before, { targetTokens, estimateTokens: each(tokens) });
    if (result.kind === 'noop') throw new Error(result.reason);
    const expected = before.slice(-count);
    expect(result.newHistory).toEqual(expected);
    for (const [index, entry] of result.newHistory.entries()) expect(entry).toBe(expected[index]);
    expect(result.metadata).toMatchObject({
      originalMessageCount: length,
      compressedMessageCount: count,
      strategyUsed: 'top-down-truncation',
      llmCallMade: false,
    });
  },
);

test.each([
  ['no entry', [], {}, 'empty-history'],
  ['one entry', conversation(1), { targetTokens: 0 }, 'tail-covers-all'],
  ['two entries', conversation(2), { targetTokens: 0 }, 'tail-covers-all'],
  [
    'the estimate is low enough',
    conversation(5),
    { targetTokens: 500, estimateTokens: each(100) },
    'already-under-target',
  ],
  [
    'the host counts little',
    conversation(5),
    { currentTokenCount: 10, contextLimit: 100 },
    'already-under-target',
  ],
  [
    'nobody may go',
    history().system('a').system('b').human('c').ai('d').build(),
    { targetTokens: 0 },
    'nothing-removable',
  ],
] as const)('returns a no-op: %s', async (_, before, options, reason) => {
  expect(await compress(before, options)).toMatchObject({ kind: 'noop', reason });
});

test('removes an exchange with several tool calls as a whole', async () => {
  const before = history()
    .human('Go')
    .calls(['a'], ['b'], ['c'])
    .result('1')
    .result('2')
    .result('3')
    .ai('Done')
    .human('Next')
    .build();
  for (const targetTokens of [69, 60, 50, 40, 30]) {
    const after = await kept(before, { targetTokens, estimateTokens: each(10) });
    expect(after).toEqual([before[0], before[5], before[6]]);
  }
});

test('keeps the only user message and the newest tool calls', async () => {
  const before = session(50).slice(0, -1);
  const after = await kept(before, { targetTokens: 110, estimateTokens: each(10) });
  expect(after).toEqual([before[0], ...before.slice(-10)]);
});

test('keeps a pending tool call at the end', async () => {
  const before = [...session(3), ...history().human('And?').call('glob').build()];
  const after = await kept(before, { targetTokens: 0, estimateTokens: each(10) });
  expect(after).toEqual(before.slice(-2));
});

test('keeps the whole exchange that the newest two entries belong to', async () => {
  const before = [
    ...session(3),
    ...history().calls(['a'], ['b'], ['c']).result('1').result('2').result('3').build(),
  ];
  const after = await kept(before, { targetTokens: 0, estimateTokens: each(10) });
  expect(after).toEqual([before[0], ...before.slice(-4)]);
});

test('keeps system entries, and entries that metadata or the caller pins', async () => {
  const before = [
    ...history().system('Be brief.').build(),
    ...session(1, 1, 1).map((entry, index) =>
      index === 4 ? { ...entry, metadata: { pinned: true } } : entry,
    ),
  ];
  const after = await kept(before, {
    targetTokens: 0,
    estimateTokens: each(10),
    pinned: (entry) => entry === before[4],
  });
  expect(after).toEqual([
    before[0],
    markIn('human'),
    before[4],
    before[5],
    markIn('ai'),
    ...before.slice(9),
  ]);
});

test('adds a gap marker for the user turn before a preserved assistant entry', async () => {
  const before = conversation(3);
  const result = await compress(before, { targetTokens: 0, estimateTokens: each(1_000) });
  expect(result).toMatchObject({
    kind: 'applied',
    newHistory: [markIn('human'), before[1], before[2]],
    metadata: {
      provenance: [
        { sources: [], reason: 'notice' },
        { sources: [1], reason: 'kept' },
        { sources: [2], reason: 'kept' },
      ],
    },
  });
});

test('reports the shortfall and its reason', async () => {
  const { metadata } = await compress(conversation(10), {
    targetTokens: 150,
    estimateTokens: each(100),
  });
  expect(metadata).toMatchObject({
    shortfallTokens: 50,
    shortfallReason:
      'the newest 2 entries, system and pinned entries and the newest human entry stay',
    dropped: { humanEntries: 4, aiEntries: 4 },
    firstChangedIndex: 0,
  });
  expect('topPreserved' in metadata).toBe(false);
});

test('a turn that only separates turns is no gain when it is written again', async () => {
  const given = history().human('…').ai('The limit is 12.').human('velit').build();
  expect(await compress(given, { targetTokens: 1 })).toMatchObject({ kind: 'noop' });
});
