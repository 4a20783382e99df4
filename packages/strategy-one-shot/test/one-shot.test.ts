import { createStrategy } from '@palimpsest/engine';
import { isGeneratedContinuation, isGeneratedSnapshot } from '@palimpsest/engine/history';
import type { CompressionContext, IContent } from '@palimpsest/core-types';
import { scriptedProvider, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { oneShot } from '../src/index.ts';

const ANSWER = '<state_snapshot>\nGoal: a green build.\n</state_snapshot>';

const say = (speaker: 'human' | 'ai' | 'system', text: string): IContent => ({
  speaker,
  blocks: [{ type: 'text', text }],
});

function turns(count: number): IContent[] {
  return Array.from({ length: count }, (_, index) =>
    say(index % 2 === 0 ? 'human' : 'ai', `Turn ${index}. ${'words of it '.repeat(40)}`),
  );
}

async function compressed(history: readonly IContent[], context: Partial<CompressionContext> = {}) {
  const model = scriptedProvider([ANSWER]);
  const { runtimeContext: _, ...others } = context;
  const result = await createStrategy(oneShot, { model }).compress(testContext(history, others));
  return { result, requests: model.requests };
}

test('replaces all entries before the tail with a snapshot and a continuation', async () => {
  const entries = turns(20);
  const { result } = await compressed(entries);
  expect(result.kind).toBe('applied');
  const after = result.kind === 'applied' ? result.newHistory : [];
  expect(isGeneratedSnapshot(after[0]!)).toBe(true);
  expect(isGeneratedContinuation(after[1]!)).toBe(true);
  expect(after.slice(2)).toEqual(entries.slice(16));
  expect(result.metadata).toMatchObject({
    strategyUsed: 'one-shot',
    firstChangedIndex: 0,
    bottomPreserved: 4,
    dropped: { summarizedEntries: 16 },
  });
  // No cached prefix is left, so `topPreserved` is not reported.
  expect(result.metadata.topPreserved).toBeUndefined();
});

test('quotes the first user message verbatim in the snapshot', async () => {
  const entries = [say('human', 'Port the parser to Rust.'), ...turns(20)];
  const { result } = await compressed(entries);
  expect(result.kind === 'applied' && JSON.stringify(result.newHistory[0])).toContain(
    'First request, word for word:\\n> Port the parser to Rust.',
  );
});

test('keeps a system prompt at the start', async () => {
  const entries = [say('system', 'Be brief.'), ...turns(20)];
  const { result } = await compressed(entries);
  const after = result.kind === 'applied' ? result.newHistory : [];
  expect(after[0]).toBe(entries[0]);
  expect(isGeneratedSnapshot(after[1]!)).toBe(true);
});

test('keeps the newest user message, however far back it is', async () => {
  const request = say('human', 'Do all of it on your own.');
  const entries = [request, ...turns(40).map((entry) => ({ ...entry, speaker: 'ai' as const }))];
  const { result } = await compressed(entries);
  const after = result.kind === 'applied' ? result.newHistory : [];
  expect(after).toContain(request);
  // An assistant entry follows the snapshot, so a continuation would be a second assistant turn.
  expect(after.some(isGeneratedContinuation)).toBe(false);
});

test.each([
  [0, 'empty-history'],
  [4, 'too-few-compressible'],
])('returns a no-op for a history of %d entries: %s', async (count, reason) => {
  const { result, requests } = await compressed(turns(count));
  expect(result).toMatchObject({ kind: 'noop', reason });
  expect(requests).toEqual([]);
});

test('compresses a history of six entries, of which it summarizes four', async () => {
  const { result } = await compressed(turns(6), { estimateTokens: (entries) => entries.length });
  expect(result.metadata.dropped).toEqual({ summarizedEntries: 4 });
});
