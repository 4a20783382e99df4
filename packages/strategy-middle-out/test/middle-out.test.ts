import type { IContent } from '@palimpsest/core-types';
import { isGeneratedContinuation, isGeneratedSnapshot } from '@palimpsest/engine/history';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { applied, compressed, say, textOf, turns } from './compressed.ts';

test('keeps the head and the tail, with a snapshot and a continuation between them', async () => {
  const entries = turns(20);
  const { result } = await compressed(entries);
  const after = applied(result);
  expect(after.slice(0, 4)).toEqual(entries.slice(0, 4));
  expect(after.slice(0, 4).every((entry, index) => entry === entries[index])).toBe(true);
  expect(isGeneratedSnapshot(after[4]!)).toBe(true);
  expect(isGeneratedContinuation(after[5]!)).toBe(true);
  expect(after.slice(6)).toEqual(entries.slice(16));
  expect(result.metadata).toMatchObject({
    strategyUsed: 'middle-out',
    llmCallMade: true,
    llmCalls: [{ usage: { totalTokens: 110 } }],
    usage: { promptTokens: 100, completionTokens: 10, totalTokens: 110 },
    topPreserved: 4,
    bottomPreserved: 4,
    firstChangedIndex: 4,
    dropped: { summarizedEntries: 12 },
  });
});

test.each([
  [0, 'empty-history'],
  [5, 'too-few-compressible'],
  [7, 'too-few-compressible'],
])('returns a no-op for a history of %d entries: %s', async (count, reason) => {
  const { result, asked } = await compressed(turns(count));
  expect(result).toMatchObject({ kind: 'noop', reason });
  expect(asked).toEqual([]);
});

test('extends the tail to a short newest user message, and keeps everything after it', async () => {
  const entries = [...turns(10), say('human', 'Now the parser.'), ...agentTurns(9)];
  const { result, asked } = await compressed(entries);
  const after = applied(result);
  expect(after.slice(6)).toEqual(entries.slice(10));
  expect(asked[0]!.join('\n')).not.toContain('begin latest request');
  expect(textOf(after[5]!)).toContain('"Now the parser."');
});

test('returns a no-op when the newest user message leaves too few entries before it', async () => {
  const entries = [...turns(5), say('human', 'Now the parser.'), ...agentTurns(14)];
  const { result } = await compressed(entries);
  expect(result).toMatchObject({ kind: 'noop', reason: 'shrunk-below-minimum' });
});

test.each([
  [499, false],
  [500, true],
])(
  'quotes a newest user message of %d tokens to the model, next to the history: %s',
  async (tokens, isQuoted) => {
    const request = say('human', `Long request: ${'detail '.repeat(200)}`);
    const entries = [...turns(10), request, ...agentTurns(9)];
    const { result, asked } = await compressed(entries, {
      estimateTokens: (contents) =>
        contents.reduce((sum, entry) => sum + (entry === request ? tokens : 600), 0),
    });
    const after = applied(result);
    // The newest user message is never removed.
    expect(after).toContain(request);
    expect(asked[0]!.some((text) => text.includes('begin latest request'))).toBe(isQuoted);
    expect(textOf(after.find(isGeneratedContinuation)!)).toContain('Long request: detail');
  },
);

test('extends the head to the cache anchor, found by its exact sequence number', async () => {
  const entries = turns(20).map((entry, index) => ({
    ...entry,
    // Sequence numbers need not ascend after a rebuild.
    metadata: { chronology: { seq: index === 7 ? 3 : 100 + index } },
  }));
  const { result } = await compressed(entries, { cacheAnchorSeq: 3 });
  expect(result.metadata.topPreserved).toBe(8);
  expect((await compressed(entries, { cacheAnchorSeq: 0 })).result.metadata.topPreserved).toBe(4);
  expect((await compressed(entries, { cacheAnchorSeq: 99 })).result.metadata.topPreserved).toBe(4);
});

test('moves the end of the head forward when the anchor is within a tool exchange', async () => {
  const builder = history().human('Begin');
  for (let call = 0; call < 20; call += 1)
    builder.call('Read', { path: `${call}.ts` }).result('x '.repeat(99));
  const entries = builder
    .build()
    .map((entry, index) => ({ ...entry, metadata: { chronology: { seq: index + 1 } } }));
  const { result } = await compressed(entries, { cacheAnchorSeq: 12 });
  expect(result.metadata.topPreserved).toBe(13);
});

test('returns a no-op when too few entries follow the anchor', async () => {
  const entries = turns(20).map((entry, index) => ({
    ...entry,
    metadata: { chronology: { seq: index + 1 } },
  }));
  const { result } = await compressed(entries, { cacheAnchorSeq: 18 });
  expect(result).toMatchObject({ kind: 'noop', reason: 'too-few-compressible' });
});

test('ends the head before the first plan of the agent, so that no old plan stays', async () => {
  const builder = history().human('Begin').ai('I make a plan.');
  builder.call('TodoWrite', { todos: [{ content: 'Begin', status: 'pending' }] }).result('changed');
  const entries = [...builder.build(), ...turns(20)];
  const { result } = await compressed(entries);
  expect(result.metadata.topPreserved).toBe(2);
});

const plan = (status: string): object => ({ todos: [{ content: 'Begin', status }] });
const callsTools = ({ blocks }: IContent): boolean =>
  blocks.some(({ type }) => type === 'tool_call');

// A corpus law broke where a replaced plan shortened the head.
test('a kept head keeps its length when a plan behind it is replaced', async () => {
  const first = history().human('Begin').call('TodoWrite', plan('pending')).result('changed');
  const { result: kept } = await compressed([...first.build(), ...turns(20)], {
    pinned: callsTools,
  });
  const once = applied(kept);
  const head = once.slice(0, once.findIndex(isGeneratedSnapshot));
  expect(JSON.stringify(head)).toContain('pending');
  const again = history().call('TodoWrite', plan('completed')).result('changed');
  const { result } = await compressed([...once, ...again.build(), ...turns(20, 20)]);
  expect(applied(result).slice(0, head.length)).toEqual(head);
});

test('keeps pinned and system entries of the middle after the snapshot', async () => {
  const entries = turns(20);
  entries[8] = { ...entries[8]!, metadata: { pinned: true } };
  entries[9] = { speaker: 'system', blocks: [{ type: 'text', text: 'A rule.' }] };
  const { result } = await compressed(entries, { pinned: (entry) => entry === entries[11] });
  const after = applied(result);
  expect(after.slice(6, 9)).toEqual([entries[8], entries[9], entries[11]]);
  expect(after[6]).toBe(entries[8]);
  expect(result.metadata.provenance?.[4]).toEqual({
    sources: [4, 5, 6, 7, 10, 12, 13, 14, 15],
    reason: 'summary',
  });
});

/** `count` assistant entries in a row. */
function agentTurns(count: number) {
  return Array.from({ length: count }, (_, index) =>
    say('ai', `Step ${index}. ${'work '.repeat(60)}`),
  );
}
