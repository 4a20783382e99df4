import type { DroppedCounts, IContent, Speaker } from '@palimpsest/core-types';
import {
  indexExchanges,
  createDroppedNotice,
  createIsProtected,
  listCandidatesByAge,
  listCandidatesByKind,
  type EntryEdits,
  type EntryPredicate,
  type EvictionCandidate,
} from '../../src/history/index.ts';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { ai, answer, call, tool } from './blocks.ts';

interface Given {
  readonly boundary?: number;
  readonly isProtected?: EntryPredicate;
}

function byAge(entries: readonly IContent[], given: Given = {}): EvictionCandidate[] {
  const options = { boundary: entries.length, isProtected: createIsProtected(), ...given };
  return [...listCandidatesByAge(indexExchanges(entries), options)];
}

function byKind(entries: readonly IContent[], given: Given = {}): EvictionCandidate[] {
  const options = {
    boundary: entries.length,
    isProtected: createIsProtected(),
    dropHumanText: true,
  };
  return [...listCandidatesByKind(indexExchanges(entries), { ...options, ...given })];
}

/** Returns the indices of the entries that each candidate edits, and its counts. */
function told(
  entries: readonly IContent[],
  candidates: readonly EvictionCandidate[],
): [entries: number[], dropped: DroppedCounts][] {
  return candidates.map((candidate) => [
    [...(candidate.changes((at) => entries[at]) as EntryEdits).keys()],
    candidate.dropped,
  ]);
}

const text = (speaker: Speaker, words = 'x'): IContent => ({
  speaker,
  blocks: [{ type: 'text', text: words }],
});

const session = history()
  .system('be brief')
  .human('first')
  .calls(['Read'], ['Bash'])
  .results('1', '2')
  .ai('one')
  .entry(text('tool'))
  .human('second')
  .call('Read', {}, { thought: 'hm' })
  .result('3')
  .human('third')
  .build();

test('by kind: each candidate counts what it removes, except text in tool entries', () => {
  expect(told(session, byKind(session))).toEqual([
    [[7], { thinkingBlocks: 1 }],
    [[2, 3], { toolCalls: 2 }],
    [[7, 8], { toolCalls: 1 }],
    [[], { aiEntries: 1 }],
    [[], {}],
    [[4], { aiEntries: 1 }],
    [[5], {}],
    [[], { aiEntries: 1 }],
    [[], {}],
    [[1], { humanEntries: 1 }],
    [[6], { humanEntries: 1 }],
  ]);
});

/** Letters as in `shape`: Human, Ai, Call and its Response. B is a user entry with a result and text, N a notice. */
function historyOf(shape: string): IContent[] {
  let last = '';
  return Array.from(shape, (letter, at): IContent => {
    if (letter === 'C') return ai(call((last = `${at}`)));
    if (letter === 'R') return tool(answer(last));
    if (letter === 'B')
      return { speaker: 'human', blocks: [answer(last), { type: 'text', text: 'go on' }] };
    if (letter === 'N') return createDroppedNotice({ dropped: 1, newest: 0, following: 0 });
    return text(letter === 'H' ? 'human' : 'ai');
  });
}

test.each<[string, number, string]>([
  // A user message without calls is removed in order; one with calls is removed after them.
  ['HAHAH', 5, '0 1 2 3'],
  ['HACRAH', 6, '1 23 4 0'],
  ['HAHCRH', 6, '0 1 34 2'],
  ['HHCRH', 5, '0 23 1'],
  // Calls after the boundary keep their user message; a message without calls is removed.
  ['HACRH', 2, '1'],
  ['HAHCR', 2, '0 1'],
  ['HCRACRH', 4, '12 3'],
  ['HCRAH', 4, '12 3 0'],
  // Text next to a result does not end the work for a user message.
  ['HACBCRH', 7, '1 23 45 0'],
  ['CHABCRH', 7, '03 2 45 1'],
  // A notice after the newest user message is not a user message: the message before it stays.
  ['HANA', 4, '1 2 3'],
  ['HNCR', 4, '23 1'],
])('by age: of %s before %i, removes in this order: %s', (shape, boundary, expected) => {
  const entries = historyOf(shape);
  const given = told(entries, byAge(entries, { boundary }));
  expect(given.map(([at]) => at.join('')).join(' ')).toBe(expected);
});
