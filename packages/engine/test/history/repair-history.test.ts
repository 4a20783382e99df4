import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { findViolations, repairHistory } from '../../src/history/index.ts';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHistory } from './histories.ts';
import { answer, tool } from './blocks.ts';

const kinds = (entries: readonly IContent[]): string[] =>
  repairHistory(entries).repairs.map(({ kind, index }) => `${kind} ${index}`);

const [call] = history().call('Read', {}, { id: 'a' }).build();

test('returns a valid history as the same array', () => {
  const valid = history()
    .system('s')
    .human('x')
    .calls(['Read'], ['Bash'])
    .results('1', '2')
    .ai('y')
    .call('Read')
    .build();
  const { history: after, repairs, origins } = repairHistory(valid);
  expect(after).toBe(valid);
  expect(repairs).toEqual([]);
  expect(origins).toBeUndefined();
});

test('keeps one of two identical results in an entry, and reports a duplicate', () => {
  const response = answer('a');
  const { history: after, repairs } = repairHistory([call!, tool(response, response)]);
  expect(after).toEqual([call, tool(response)]);
  expect(repairs).toMatchObject([{ kind: 'duplicate-response', index: 1 }]);
});

test('adds an error result for a call without a result, after the other results of its exchange', () => {
  const before = history().calls(['Read'], ['Bash']).result('x').human('go on').build();
  const { history: after, repairs, origins } = repairHistory(before);
  expect(after).toMatchObject([
    before[0],
    before[1],
    {
      speaker: 'tool',
      blocks: [
        { callId: 'call-2', toolName: 'Bash', error: expect.stringMatching(/^Interrupted/) },
      ],
      metadata: { synthetic: true, reason: 'unanswered-call' },
    },
    before[2],
  ]);
  expect(origins).toEqual([0, 1, -1, 2]);
  expect(repairs).toMatchObject([{ kind: 'unanswered-call', index: 0 }]);
});

test('moves a result that precedes its call to the position after the call', () => {
  const response = answer('a');
  const { history: after, repairs, origins } = repairHistory([tool(response), call!]);
  expect(after).toEqual([call, tool(response)]);
  expect(after[1]!.blocks[0]).toBe(response);
  expect(origins).toEqual([1, 0]);
  expect(repairs).toMatchObject([{ kind: 'misplaced-response', index: 0 }]);
  expect(repairs[0]).not.toHaveProperty('removed');
});

test('gives a call without an id a unique id, and its result the same id', () => {
  const [nameless] = history().call('Read', {}, { id: '' }).build();
  const [taken] = history().call('Read', {}, { id: 'call_1' }).build();
  const before = [
    nameless!,
    tool(answer('')),
    taken!,
    tool(answer('call_1')),
    tool(answer('call_2')),
  ];
  const { history: after, repairs } = repairHistory(before);
  expect(after).toMatchObject([
    { blocks: [{ id: 'call_3' }] },
    { blocks: [{ callId: 'call_3' }] },
    { blocks: [{ id: 'call_1' }] },
    { blocks: [{ callId: 'call_1' }] },
  ]);
  expect(repairs.map(({ kind }) => kind)).toEqual(['missing-id', 'orphan-response']);
});

test('removes blank entries except system entries', () => {
  const before = [
    ...history().system('').human(' ').ai('').human('x').build(),
    { speaker: 'tool', blocks: [] } as const,
  ];
  expect(kinds(before)).toEqual(['blank-entry 1', 'blank-entry 2', 'blank-entry 4']);
  expect(repairHistory(before).history).toEqual([before[0], before[3]]);
});

test('removes reasoning with a lone surrogate instead of rewriting it (law 4)', () => {
  const thinking = { type: 'thinking', thought: 'hm \udc00', signature: 's' } as const;
  const text = { type: 'text', text: 'So.' } as const;
  const { history: after, repairs } = repairHistory([{ speaker: 'ai', blocks: [thinking, text] }]);
  expect(after).toEqual([{ speaker: 'ai', blocks: [text] }]);
  expect(repairs).toMatchObject([{ kind: 'lone-surrogate', removed: [thinking] }]);
});

test('repairs values of any kind without throwing', () => {
  for (const result of [new Date(), null]) {
    const before = [call!, tool({ ...answer('a'), result } as ContentBlock)];
    expect(repairHistory(repairHistory(before).history).repairs).toEqual([]);
  }
  const odd = { type: 'tool_call', id: 'b', name: null, parameters: 'a\ud800' };
  expect(kinds([{ speaker: 'ai', blocks: [odd as unknown as ContentBlock] }])).toEqual([
    'lone-surrogate 0',
  ]);
});

test('returns a valid history for any input, and is idempotent', () => {
  fc.assert(
    fc.property(anyHistory(['0', '1', '']), (entries) => {
      const copy = structuredClone(entries);
      const { history: after, repairs, origins } = repairHistory(entries);
      expect(entries).toEqual(copy);
      expect(findViolations(after)).toEqual([]);
      expect(repairHistory(after).history).toBe(after);
      expect(after === entries).toBe(repairs.length === 0);
      expect(origins?.length ?? after.length).toBe(after.length);
      for (const [index, origin] of (origins ?? []).entries()) {
        expect(
          origin < 0 || after[index]!.blocks.length > 0 || after[index] === entries[origin],
        ).toBe(true);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('every input block is in the output or in a reported repair', () => {
  fc.assert(
    fc.property(anyHistory(), (entries) => {
      const { history: after, repairs } = repairHistory(entries);
      const given = new Set(entries.flatMap(({ blocks }) => blocks));
      const left = after.flatMap(({ blocks }) => blocks).filter((block) => given.has(block));
      const removed = repairs.flatMap((one) => one.removed ?? []);
      expect(new Set([...left, ...removed])).toEqual(given);
      expect(left.length + removed.length).toBe(given.size);
    }),
    { numRuns: 1_000 },
  );
});

test('a result without a tool name before its call gets the tool name of the call', () => {
  const early: ContentBlock = { type: 'tool_response', callId: 'a', toolName: '', result: 'x' };
  const { history: after } = repairHistory([tool(early), call!]);
  expect(after[1]!.blocks).toEqual([{ ...early, toolName: 'Read' }]);
});
