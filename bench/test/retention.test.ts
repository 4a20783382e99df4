import { openai } from '@palimpsest/formats/openai';
import { describe, expect, test } from 'vitest';
import { hasCorpus } from '../src/corpus.ts';
import { entryTokens, requestTokens } from '../src/retention/request-tokens.ts';
import { readHistories } from '../src/retention/families.ts';
import { call, result, session, user } from './example-session.ts';
import { findLineProbes, textOfLines } from '../src/retention/line-probes.ts';
import { findMethod, METHOD_NAMES } from '../src/retention/methods.ts';
import { farEnd, groupsOf } from '../src/retention/probes.ts';
import { inRoomOf } from '../src/retention/retention-jobs.ts';
import { SCORE_GROUPS, type Score } from '../src/retention/score.ts';
import { compare, summarize } from '../src/retention/summarize.ts';
import { searchableText, survives } from '../src/retention/survival.ts';

describe('a value survives', () => {
  test.each([
    ['order_12', 'see order_12.', true],
    ['order_12', 'see order_123', false],
    ['order_12', 'preorder_12', false],
    ['order_12', 'my_order_12, then order_12', true],
    ['4711', 'No4711', false],
    ['4711', 'No 4711!', true],
    ['4711', '14711 47110', false],
    ['2026.01', 'session-2026.01.25', true],
    ['main.go', '订单main.go在这里', true],
    ['颐和园', '去颐和园玩', true],
    ['颐和园', 'A颐和园B', true],
    ['$12.50', 'US$12.50', true],
    ['$12.50', '$12.505', false],
    ['aa.aa', 'xaa.aa.aa', true],
    ['b/c', '', false],
    ['', 'anything', false],
  ])('%j in %j: %j', (value, text, expected) => {
    expect(survives(value, text)).toBe(expected);
  });

  test('in decoded arguments, in broken arguments, and in the system message', () => {
    const text = searchableText([
      { role: 'system', content: 'policy_text' },
      {
        ...call('1', { deep: [{ key_name: 'say "hi_there"\nnext_line' }], amount: 4711 }),
        content: 'spoken_text',
        reasoning_content: 'thought_text',
      },
      result('1', 'result_text'),
      {
        role: 'assistant',
        tool_calls: [
          { id: '2', type: 'function', function: { name: 'broken_call', arguments: '{"cut_o' } },
        ],
      },
    ]);
    const there = [
      'say "hi_there"',
      'next_line',
      'key_name',
      '4711',
      'spoken_text',
      'thought_text',
      'result_text',
      'broken_call',
      'cut_o',
    ];
    expect(there.filter((value) => !survives(value, text))).toEqual([]);
    expect(survives('policy_text', text)).toBe(true);
  });
});

test('a probe belongs to every group of its kind, position and use', () => {
  const probe = { value: 'a.go', kind: 'file', use: 'args', last: 6, roles: ['tool'] } as const;
  expect(groupsOf(probe, 10)).toEqual(['all', 'strong', 'far', 'tool_only', 'actions']);
  expect(
    groupsOf({ ...probe, kind: 'camel', use: 'text', last: 7, roles: ['tool', 'user'] }, 10),
  ).toEqual(['all']);
  expect([1, 10, 15, 25].map(farEnd)).toEqual([0, 7, 11, 17]);
});

test('a line probe was shown, is written again, and is not shown in between', () => {
  const [old, near, shownAgain, short, unseen] = [
    'const first = readTheWholeFile(path);',
    'const second = writeTheWholeFile(path);',
    'const third = closeTheWholeFile(path);',
    'const a = 1;',
    'const never = seenBeforeAtAll(path);',
  ];
  const history = [
    { role: 'system', content: unseen },
    call('1', { path: 'a.ts' }),
    result('1', `  12→\t${old}\n13\t${shownAgain}\n14: ${short}`),
    ...Array.from({ length: 6 }, (_, at) => user(`step ${at}`)),
    user(near),
  ];
  const messages = [
    ...history,
    call('2', { path: 'b.ts' }),
    result('2', shownAgain),
    call('3', { text: `  ${old}\n${near}\n${shownAgain}\n${short}\n${unseen}\n${old}` }),
    result('3', 'done'),
  ];
  expect(findLineProbes(messages, history.length)).toEqual([
    { line: old, isFar: true },
    { line: near, isFar: false },
  ]);
});

test('lines are compared without line numbers, surrounding blanks and system messages', () => {
  const text = textOfLines([
    { role: 'system', content: 'a rule' },
    { ...call('1', { text: 'in an\n  argument' }), reasoning_content: 'a thought' },
    result('1', ' 7→  a result \n8: another'),
  ]);
  expect(text.split('\n').filter((line) => line !== '')).toEqual([
    'a thought',
    'in an',
    'argument',
    'a result',
    'another',
  ]);
});

describe.skipIf(!hasCorpus)('recorded conversations (the sample)', () => {
  test('have the same size in messages and in entries', () => {
    const histories = readHistories('sample');
    expect(histories.length).toBeGreaterThan(15);
    for (const { messages } of histories) {
      const estimated = entryTokens(openai.decode(messages));
      expect(Math.abs(estimated / requestTokens(messages) - 1)).toBeLessThan(0.02);
    }
  });
});

const scored = (survived: number, outcome: Score['outcome']): Score => ({
  id: 'made',
  tokens: { survived: outcome.size, asked: 1_000 },
  groups: Object.fromEntries(
    SCORE_GROUPS.map((group) => [group, { survived, asked: group === 'lines' ? 0 : 10 }]),
  ) as Score['groups'],
  outcome,
});

test('pools all conversations, and counts those short of or above their budget', () => {
  const place = { family: 'coding-pi', budget: 25, method: 'mine' } as const;
  const scores = [
    scored(10, { size: 250, target: 250 }),
    scored(0, { size: 100, target: 250 }),
    scored(5, { size: 251, target: 250 }),
    scored(10, { size: 900, target: 250, shortfall: 650 }),
  ];
  expect(summarize(place, scores)).toMatchObject({
    conversations: 4,
    kept: 37.5,
    survived: { all: 62.5, lines: null },
    asked: { all: 40, lines: 0 },
    short: 1,
    over: 1,
  });
  // A method without a target cannot miss it.
  expect(summarize({ ...place, budget: null }, scores)).toMatchObject({ short: 0, over: 0 });
});

const of = (survived: number, size: number): Score => scored(survived, { size, target: size });

test('compares two methods over all conversations, and counts those in which ours is larger', () => {
  const pairs = [
    { ours: of(10, 500), theirs: of(5, 500) },
    { ours: of(4, 600), theirs: of(6, 500) },
  ];
  const place = { family: 'coding-pi', budget: 50, ours: 'a', theirs: 'b' } as const;
  expect(compare(place, pairs)).toMatchObject({
    conversations: 2,
    kept: [55, 50],
    survived: { all: [70, 55], lines: [null, null] },
    short: 1,
  });
});

test.each(METHOD_NAMES.filter((name) => name !== 'salience'))(
  'at the size of %s salience is never larger',
  async (name) => {
    const messages = session();
    for (const share of [0.6, 0.4]) {
      const outcome = await findMethod(name).compress(messages, share);
      const left = await inRoomOf(outcome, messages, findMethod('salience'));
      const size = requestTokens(outcome.messages);
      expect(left === undefined).toBe(size === 0 || size >= requestTokens(messages));
      expect(requestTokens(left?.messages ?? [])).toBeLessThanOrEqual(size);
    }
  },
);

test('an unknown method is an error', () => {
  expect(() => findMethod('nobody')).toThrow(/nobody/);
});
