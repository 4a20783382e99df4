import { describe, expect, test } from 'vitest';
import { requestTokens } from '../src/retention/request-tokens.ts';
import { call, result, session, user } from './example-session.ts';
import { findLineProbes } from '../src/retention/line-probes.ts';
import { findMethod, METHOD_NAMES } from '../src/retention/methods.ts';
import { inRoomOf } from '../src/retention/method.ts';
import { survives } from '../src/retention/survival.ts';

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

/** It leaves less than what `salience` always keeps. */
const SMALLEST = 'clean-window';

test.each(METHOD_NAMES.filter((name) => name !== 'salience' && name !== SMALLEST))(
  'at the size of %s salience is never larger',
  async (name) => {
    const messages = session();
    for (const share of [0.6, 0.4]) {
      const outcome = await findMethod(name).compress(messages, share);
      const left = await inRoomOf(outcome.messages, messages, findMethod('salience'));
      const size = requestTokens(outcome.messages);
      expect(left === undefined).toBe(size === 0 || size >= requestTokens(messages));
      expect(requestTokens(left?.messages ?? [])).toBeLessThanOrEqual(size);
    }
  },
);
