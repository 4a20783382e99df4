import { createStrategy } from '@palimpsest/engine';
import { historyArbitrary } from '@palimpsest/conformance';
import type {
  ContentBlock,
  CompressionResult,
  IContent,
  TokenEstimator,
} from '@palimpsest/core-types';
import { indexExchanges, isGapMarker, isHumanText, repairHistory } from '@palimpsest/history';
import {
  countTokensByCharacters,
  history,
  testContext,
  type TestContextOptions,
} from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { topDownTruncation } from '../src/index.ts';
import { pairedCalls } from '../../history/src/invariants/history-invariants.ts';

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

/** The gap marker that replaces removed entries. */
const markIn = (speaker: 'ai' | 'human', lines: number): IContent => ({
  speaker,
  blocks: [{ type: 'text', text: `…${lines}` }],
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

test('needs only what a host supplies: of 10 × 1,000 tokens in a window of 16,000, keeps the last 8', async () => {
  const before = conversation(10);
  const context = {
    history: before,
    runtimeContext: {
      ephemerals: { compressionThreshold: () => 0.85, contextLimit: () => 16_000 },
    },
    estimateTokens: (list: readonly IContent[]) => Promise.resolve(list.length * 1_000),
    currentTokenCount: 10_000,
    resolveProvider: () => {
      throw new Error('Nobody is asked.');
    },
  };
  const result = await strategy.compress(context);
  expect(result).toMatchObject({
    kind: 'applied',
    metadata: { targetTokens: 8_160 },
    newHistory: before.slice(-8),
  });
});

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

test('removes tool calls together with their results (REQ-CS-003)', async () => {
  const before = session(4, 2);
  for (let targetTokens = 0; targetTokens <= before.length * 10; targetTokens += 5) {
    const after = await kept(before, { targetTokens, estimateTokens: each(10) });
    expect(pairedCalls.check(after)).toEqual([]);
  }
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

test('returns no history that starts within a tool loop', async () => {
  const talkative = history()
    .human('question')
    .ai('Let me look.')
    .call('glob')
    .result('a.ts')
    .ai('There is one more.')
    .call('glob')
    .result('b.ts')
    .ai('Done.')
    .human('Thanks')
    .ai('Bye')
    .build();
  for (const before of [session(3, 2, 4, 1), talkative]) {
    for (let targetTokens = 0; targetTokens <= before.length * 10; targetTokens += 10) {
      const [first] = await kept(before, { targetTokens, estimateTokens: each(10) });
      const isLoop = first!.blocks.some(({ type }) => type !== 'text');
      expect(isLoop, `a target of ${targetTokens}`).toBe(false);
    }
  }
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
    markIn('human', 3),
    before[4],
    before[5],
    markIn('ai', 3),
    ...before.slice(9),
  ]);
});

test('adds a gap marker for the user turn before a preserved assistant entry', async () => {
  const before = conversation(3);
  const result = await compress(before, { targetTokens: 0, estimateTokens: each(1_000) });
  expect(result).toMatchObject({
    kind: 'applied',
    newHistory: [markIn('human', 1), before[1], before[2]],
    metadata: {
      provenance: [
        { sources: [0], reason: 'summary' },
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

/** Counts the entries that the estimator receives when everything removable must be removed. */
async function work(length: number): Promise<number> {
  let entries = 0;
  await compress(conversation(length), {
    targetTokens: 0,
    estimateTokens: (list) => {
      entries += list.length;
      return countTokensByCharacters(list);
    },
  });
  return entries;
}

test('the number of estimated entries grows linearly with the history', async () => {
  const small = await work(100);
  expect(small).toBeLessThan(500);
  expect(await work(800)).toBeLessThan(9 * small);
});

test('rejects with the reason of an aborted signal', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(compress(conversation(5), { signal })).rejects.toThrow('enough');
});

const cases = fc.record({
  before: historyArbitrary(),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});

/** Returns the turn an entry belongs to: a tool result counts as a user turn. */
const turnOf = ({ speaker }: IContent): 'model' | 'user' => (speaker === 'ai' ? 'model' : 'user');

const isCallOrResult = ({ type }: ContentBlock): boolean =>
  type === 'tool_call' || type === 'tool_response';

/** Returns whether a gap marker separates two turns of the other role, or is a user turn at the start. */
function partsTurns(turns: readonly IContent[], mark: IContent): boolean {
  const at = turns.indexOf(mark);
  const [before, after] = [turns[at - 1], turns[at + 1]].map((entry) => entry && turnOf(entry));
  const isFirst = before === undefined && turnOf(mark) === 'user';
  return after !== undefined && after !== turnOf(mark) && (isFirst || before === after);
}

test('keeps entries unchanged and in order, and adds only gap markers for missing turns', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ before: given, share }) => {
      // Copies, because entries that are the same object cannot be distinguished.
      const before = repairHistory(given.map((entry) => ({ ...entry }))).history;
      const targetTokens = Math.floor(share * countTokensByCharacters(before));
      const after = await kept(before, { targetTokens });
      const known = new Set(before);
      const left = new Set(after);
      const added = after.filter((entry) => !known.has(entry));
      expect(before.filter((entry) => left.has(entry))).toEqual(
        after.filter((entry) => known.has(entry)),
      );
      const turns = after.filter(({ speaker }) => speaker !== 'system');
      const plain = turns.filter(({ blocks }) => !blocks.some(isCallOrResult));
      for (const mark of added) {
        expect(isGapMarker(mark)).toBe(true);
        // Without tool calls and results, as chat templates count turns, or with them, as providers do.
        expect(partsTurns(plain, mark) || partsTurns(turns, mark)).toBe(true);
      }
      expect(pairedCalls.check(after)).toEqual([]);
      const cut = Math.max(0, before.length - 2);
      expect(after.slice(after.length - (before.length - cut))).toEqual(before.slice(cut));
    }),
  );
});

test('compressing the output again is a no-op', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ before, share }) => {
      const targetTokens = Math.floor(share * countTokensByCharacters(before));
      const after = await kept(before, { targetTokens });
      // A no-op stays a no-op, also for a malformed history.
      const again = await compress(structuredClone(after), { targetTokens });
      expect(again.kind).toBe('noop');
    }),
  );
});

test('keeps the newest user message, and removes only whole tool exchanges', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ before: given, share }) => {
      const before = repairHistory(given).history;
      const targetTokens = Math.floor(share * countTokensByCharacters(before));
      const after = await kept(before, { targetTokens });
      const newest = before.findLast(isHumanText);
      const left = new Set(after);
      expect(newest === undefined || left.has(newest)).toBe(true);
      const parted = indexExchanges(before).exchanges.filter(({ start, calls }) =>
        calls.some(
          ({ response }) =>
            response !== undefined &&
            left.has(before[response.entry]!) !== left.has(before[start]!),
        ),
      );
      expect(parted).toEqual([]);
    }),
  );
});

test('returns a no-op without a shortfall when the host counts fewer tokens than the target', async () => {
  const before = history().human('one '.repeat(50)).ai('two '.repeat(50)).human('three').build();
  const context = testContext(before, { targetTokens: 20, currentTokenCount: 10 });
  const result = await createStrategy(topDownTruncation).compress(context);
  expect(result).toMatchObject({ kind: 'noop', reason: 'already-under-target' });
  expect(result.metadata.shortfallTokens).toBeUndefined();
});
