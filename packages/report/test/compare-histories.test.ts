import type { IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignEntries } from '../src/align-entries.ts';
import { compareHistories } from '../src/compare-histories.ts';

const estimateTokens = (entries: readonly IContent[]): number => JSON.stringify(entries).length;

const user = (text: string): IContent => ({ speaker: 'human', blocks: [{ type: 'text', text }] });
const agent = (text: string): IContent => ({ speaker: 'ai', blocks: [{ type: 'text', text }] });
const call = (id: string, path: string): IContent => ({
  speaker: 'ai',
  blocks: [{ type: 'tool_call', id, name: 'read_file', parameters: { path } }],
});
const result = (callId: string, text: string): IContent => ({
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId, toolName: 'read_file', result: text }],
});

const session = [
  user('Never touch main.ts. Find the bug.'),
  call('1', 'src/a.ts'),
  result('1', 'line one\nline two\nline three'),
  agent('I will look further.'),
  call('2', 'src/b.ts'),
  result('2', 'line one\nline two\nline three'),
];

test('says what became of each entry', () => {
  const after = [
    session[0]!,
    user('[1 message was removed]'),
    session[1]!,
    result('1', '…1\nline two'),
    session[4]!,
    session[5]!,
  ];
  const { entries, demands } = compareHistories(session, after, { estimateTokens });
  expect(
    entries.map(({ index, kind, change, label, marks }) => [index, kind, change, label, marks]),
  ).toEqual([
    [0, 'user', 'kept', 'Never touch main.ts. Find the bug.', undefined],
    [undefined, 'user', 'added', '[1 message was removed]', undefined],
    [1, 'call', 'kept', 'read_file src/a.ts', undefined],
    [2, 'result', 'shortened', 'read_file src/a.ts', undefined],
    [3, 'agent', 'removed', 'I will look further.', undefined],
    [4, 'call', 'kept', 'read_file src/b.ts', undefined],
    [5, 'result', 'kept', 'read_file src/b.ts', ['duplicate']],
  ]);
  expect(entries[3]!.texts[0]!.edits).toEqual([-1, '…1', 1, -1]);
  expect(demands).toEqual([{ text: 'Never touch main.ts.', index: 0, state: 'stands' }]);
});

test('a demand that only a note repeats is restated, and one that stands nowhere is lost', () => {
  const stateIn = (after: readonly IContent[]): string =>
    compareHistories(session, after, { estimateTokens }).demands[0]!.state;
  const note = user('What the user demanded:\nNever touch main.ts.');
  expect(stateIn([...session.slice(1, 3), note])).toBe('restated');
  expect(stateIn(session.slice(1))).toBe('lost');
});

const turn = (name: string): IContent[] => [user(name), call('0', name), result('0', name)];

test('ids that occur again in every turn belong to the entries of their turn', () => {
  const before = ['one', 'two', 'three'].flatMap(turn);
  expect(alignEntries(before, before.slice(3))).toEqual([3, 4, 5, 6, 7, 8]);
});

test('entries that stay are found at their place, and places ascend', () => {
  const entries = fc.array(
    fc.constantFrom(
      user('continue'),
      agent('ok'),
      user('a longer sentence to go on'),
      agent('another answer'),
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(entries, fc.array(fc.boolean()), (before, keeps) => {
      const after = before.filter((_, at) => keeps[at] ?? true);
      const indices = alignEntries(before, after);
      expect(indices).toHaveLength(after.length);
      let last = -1;
      for (const [at, index] of indices.entries()) {
        expect(index).toBeGreaterThan(last);
        expect(before[index]).toEqual(after[at]);
        last = index;
      }
    }),
  );
});

test('an unchanged history is kept whole', () => {
  const whole = history().human('Hello.').ai('Hi.').build();
  const { entries } = compareHistories(whole, whole, { estimateTokens });
  expect(entries.map(({ change }) => change)).toEqual(['kept', 'kept']);
});
