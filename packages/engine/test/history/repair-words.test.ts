import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { repairHistory } from '../../src/history/index.ts';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { ai, answer, call, tool } from './blocks.ts';

const [words, more] = history().human('words').human('more').build() as [IContent, IContent];

const [thinking, half]: ContentBlock[] = [
  { type: 'thinking', thought: '\ud800' },
  { type: 'text', text: 'a\ud800' },
] as const satisfies ContentBlock[];

test.each<[readonly IContent[], string, string]>([
  [[ai(half)], 'lone-surrogate', 'half a character (a lone surrogate) became U+FFFD'],
  [[ai(thinking, half)], 'lone-surrogate', 'it may not be rewritten'],
  [[ai()], 'blank-entry', 'an ai entry says nothing'],
  [[ai(call(''))], 'missing-id', 'a call of Read had no id and is now call_1'],
  [
    [tool(answer('a')), ai(call('a'))],
    'misplaced-response',
    'the response to a was before its call and is now after it',
  ],
  [
    [ai(call('a')), tool(answer('a')), tool(answer('a'))],
    'duplicate-response',
    'a was answered before; this later answer replaces that one',
  ],
  [[tool(answer('a'))], 'orphan-response', 'no call a comes before this response of Read'],
  [[ai(call('a')), words], 'unanswered-call', 'Read (a) was never answered'],
])('describes the repair of %j', (given, kind, detail) => {
  const repairs = repairHistory([more, ...given]).repairs;
  expect(repairs.at(-1)).toMatchObject({ kind, detail: expect.stringContaining(detail) as string });
});

test('matches results before their calls in order, oldest first', () => {
  const given = [tool(answer('a', '1')), tool(answer('a', '2'), answer('a', '3'))];
  const calls = [ai(call('a')), ai(call('a')), ai(call('a')), words];
  expect(repairHistory([...given, ...calls]).history).toEqual([
    ai(call('a')),
    tool(answer('a', '1')),
    ai(call('a')),
    tool(answer('a', '2')),
    ai(call('a')),
    tool(answer('a', '3')),
    words,
  ]);
});

test.each([
  ['a long-running tool', 'in progress', 'done', 'done'],
  ['a missing result', '[missing tool result; inserted a synthetic error]', 'done', 'done'],
  ['a placeholder after the result', 'done', 'Interrupted: no result was recorded.', 'done'],
  ['two placeholders', 'aborted', 'interrupted', 'interrupted'],
  ['a long text about missing results', 'old', 'no result '.repeat(30), 'no result '.repeat(30)],
])(
  'of two results of a call, the later one stays unless it is a placeholder: %s',
  (_, first, second, kept) => {
    const given = [
      ai(call('a')),
      tool(answer('a', first)),
      words,
      tool(answer('a', second)),
      words,
    ];
    const { history: after, repairs } = repairHistory(given);
    expect(after).toEqual([ai(call('a')), tool(answer('a', kept)), words, words]);
    expect(repairs[0]?.removed).toEqual([answer('a', kept === first ? second : first)]);
  },
);

test('a second result is not matched with a later call of the same id', () => {
  const given = [
    ai(call('a')),
    tool(answer('a', '1')),
    tool(answer('a', '2')),
    ai(call('a')),
    words,
  ];
  const { history: after, repairs } = repairHistory(given);
  expect(repairs.map(({ kind }) => kind)).toEqual(['duplicate-response', 'unanswered-call']);
  expect(after[3]).toMatchObject({
    blocks: [{ result: '', error: expect.stringMatching(/^Interrupted/) }],
  });
});

test.each([undefined, null, 7, {}, ''])(
  'a call with the invalid id %j gets a new id, and its result the same',
  (id) => {
    const odd = { ...call('a'), id } as ContentBlock;
    const { history: after, repairs } = repairHistory([
      words,
      ai(odd),
      tool({ ...answer('a'), callId: id } as ContentBlock),
      more,
    ]);
    expect(repairs.map(({ kind }) => kind)).toEqual(['missing-id']);
    expect(after).toEqual([words, ai(call('call_1')), tool(answer('call_1')), more]);
  },
);
