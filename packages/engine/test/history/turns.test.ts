import type { IContent } from '@palimpsest/core-types';
import {
  applyPlan,
  createDroppedNotice,
  fitToTarget,
  replaceBySummary,
} from '../../src/history/index.ts';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRoleProblems } from '../../src/history/index.ts';

/** Formats each entry as one line with its role and texts. */
function shown(entries: readonly IContent[]): string[] {
  return entries.map(({ speaker, blocks }) => {
    const words = blocks.map((block) => (block.type === 'text' ? block.text : block.type));
    return `${speaker}: ${words.join(' + ')}`;
  });
}

const without = (entries: readonly IContent[], removed: readonly number[]): IContent[] =>
  applyPlan(entries, { edits: new Map(removed.map((at) => [at, undefined])) }).history;

test.each<[string, IContent[], number[], string[]]>([
  [
    'of the model between two user messages',
    history().human('a').ai('b').human('c').build(),
    [1],
    ['human: a', 'ai: …', 'human: c'],
  ],
  [
    'of the user between two turns of the model',
    history().human('a').ai('b').human('c').ai('d').build(),
    [2],
    ['human: a', 'ai: b', 'human: …', 'ai: d'],
  ],
  [
    'of the user between a turn and a call, also across a system entry',
    history().human('a').ai('b').system('s').human('c').call('Read').result('x').build(),
    [3],
    ['human: a', 'ai: b', 'system: s', 'human: …', 'ai: tool_call', 'tool: tool_response'],
  ],
  [
    'of the user at the end, because the model speaks next',
    history().human('a').ai('b').human('c').build(),
    [2],
    ['human: a', 'ai: b', 'human: …'],
  ],
])('a removal leaves a marker %s', (_, entries, removed, expected) => {
  expect(shown(without(entries, removed))).toEqual(expected);
});

/** A model entry with a text and a call, and its result. */
function worked(text: string): IContent[] {
  const [call, result] = history().call('Read').result('x').build();
  return [{ ...call!, blocks: [{ type: 'text', text }, ...call!.blocks] }, result!];
}

test('texts left of removed calls become one entry, which stays between the user turns', () => {
  const entries = [
    ...history().human('a').build(),
    ...worked('I look.'),
    ...worked('I see.'),
    ...history().human('b').build(),
  ];
  const leave = (at: number): [number, IContent] => [
    at,
    { ...entries[at]!, blocks: entries[at]!.blocks.slice(0, 1) },
  ];
  const { history: after, provenance } = applyPlan(entries, {
    edits: new Map([leave(1), [2, undefined], leave(3), [4, undefined]]),
  });
  expect(shown(after)).toEqual(['human: a', 'ai: I look. + I see.', 'human: b']);
  expect(after[1]!.blocks[0]).toBe(entries[1]!.blocks[0]);
  expect(provenance[1]).toEqual({ sources: [1, 3], reason: 'summary' });
});

test('turns alternate if they did before, whatever is removed or replaced by a summary', () => {
  const round = fc.constantFrom(
    () => history().ai('I see.').human('Go on.').build(),
    () => history().call('Read').result('a line').build(),
    () => history().calls(['Read'], ['Bash']).result('a line').result('ok').build(),
    () => history().system('Be brief.').build(),
  );
  const rounds = fc.array(round, { minLength: 1, maxLength: 15 });
  const flags = fc.array(fc.boolean(), { minLength: 60, maxLength: 60 });
  fc.assert(
    fc.property(rounds, flags, (made, isTaken) => {
      const units = [
        history().human('Please look.').build(),
        ...made.map((make) => make()),
        history().ai('That is all.').human('Thanks.').build(),
      ];
      const entries = units.flat();
      const taken: number[] = [];
      let at = 0;
      for (const [index, unit] of units.entries()) {
        const isLast = index === units.length - 1;
        for (const { speaker } of unit) {
          if (isTaken[index] === true && !isLast && speaker !== 'system') taken.push(at);
          at += 1;
        }
      }
      expect([...findRoleProblems(without(entries, taken))]).toEqual([]);
      if (taken.length === 0) return;
      const [summary] = history().human('A summary.').build();
      const [between] = history().ai('I go on.').build();
      const plan = replaceBySummary(entries, {
        removed: taken,
        summary: summary!,
        between: between!,
      });
      const { history: after, provenance } = applyPlan(entries, plan);
      expect([...findRoleProblems(after)]).toEqual([]);
      expect(provenance).toHaveLength(after.length);
    }),
  );
});

test.each([
  ['a user message', history().human('a').ai('b').human('c').ai('d').build(), [0, 1], true],
  ['a model turn', history().human('a').ai('b').human('c').ai('d').build(), [0], false],
  ['nothing, and the user speaks next', history().human('a').ai('b').build(), [0, 1], true],
])('the entry behind a summary comes before %s', (_, entries, removed, isThere) => {
  const [summary] = history().human('A summary.').build();
  const [between] = history().ai('I go on.').build();
  const plan = replaceBySummary(entries, { removed, summary: summary!, between: between! });
  expect(applyPlan(entries, plan).history.includes(between!)).toBe(isThere);
});

test('a summary that replaces no entry changes nothing', () => {
  const entries = history().human('a').ai('b').build();
  const [summary] = history().human('A summary.').build();
  const plan = replaceBySummary(entries, { removed: [], summary: summary! });
  expect(applyPlan(entries, plan).history).toEqual(entries);
});

test('a notice is a turn of the model between two user turns, and counts what follows it', async () => {
  const entries = history().human('a').ai('long '.repeat(200)).human('b').ai('c').build();
  const { plan } = await fitToTarget({
    history: entries,
    tokens: countTokensByCharacters(entries),
    targetTokens: 100,
    estimateTokens: countTokensByCharacters,
    candidates: [{ changes: () => new Map([[1, undefined]]), dropped: { aiEntries: 1 } }],
    notice: {
      newest: 2,
      indexFor: (at) => at,
      make: createDroppedNotice,
      replaces: new Map(),
    },
  });
  expect(shown(applyPlan(entries, plan).history)).toEqual([
    'human: a',
    'ai: [1 entry between here and the newest 2 was dropped; 2 follow]',
    'human: b',
    'ai: c',
  ]);
});
