import type { IContent } from '@palimpsest/core-types';
import { historyInvariants, resultInvariants } from '@palimpsest/history';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import {
  noBlankEntries,
  pairedCalls,
  noReasoningOnly,
  wellFormedText,
} from '../src/invariants/history-invariants.ts';

/** One entry for each kind of violation, after a valid entry. */
const broken: readonly IContent[] = [
  ...history().human('x').build(),
  {
    speaker: 'tool',
    blocks: [{ type: 'tool_response', callId: 'a', toolName: 'Read', result: 1 }],
  },
  { speaker: 'human', blocks: [] },
  { speaker: 'ai', blocks: [{ type: 'thinking', thought: 'hm' }] },
  { speaker: 'ai', blocks: [{ type: 'text', text: 'a\ud800' }] },
  { speaker: 'system', blocks: [] },
];

test.each([
  [pairedCalls, { law: 'paired-calls', index: 1, message: 'orphan response to "a" of Read' }],
  [noBlankEntries, { law: 'no-blank-entries', index: 2, message: 'the entry says nothing' }],
  [
    noReasoningOnly,
    { law: 'no-thinking-alone', index: 3, message: 'the entry holds nothing but reasoning' },
  ],
  [wellFormedText, { law: 'well-formed-text', index: 4, message: 'a text holds a lone surrogate' }],
])('finds exactly its violations: $name', (invariant, violation) => {
  expect(invariant.check(broken)).toStrictEqual([violation]);
  expect(invariant.check(broken.slice(0, 1))).toEqual([]);
  expect(invariant.name).toBe(violation.law);
});

test('every invariant has a distinct description that is a sentence', () => {
  const promises = [...historyInvariants, noReasoningOnly, ...resultInvariants].map(
    ({ guarantee }) => guarantee,
  );
  expect(new Set(promises).size).toBe(promises.length);
  for (const promise of promises) expect(promise).toMatch(/^[A-Z].{20,}\.$/);
});
