import { aiSdk } from '@palimpsest/formats/ai-sdk';
import { gemini } from '@palimpsest/formats/gemini';
import { checkOpenAI } from '../../packages/formats/test/checker/check-openai.ts';
import { describe, expect, test } from 'vitest';
import { brokenPairs, changedCalls } from '../src/arena/soundness.ts';
import { translate } from '../src/arena/translation.ts';
import { findValueProbes } from '../src/arena/value-probes.ts';
import type { ChatMessage } from '../src/retention/chat-message.ts';
import { call, result, session, user } from './example-session.ts';

test('calls without a result, results without a call and doubles are broken; a sound session has none', () => {
  expect(brokenPairs(session())).toBe(0);
  const torn = [result('0', 'nobody asked'), call('1', {}), call('2', {}), result('2', 'a')];
  expect(brokenPairs([...torn, result('2', 'again')])).toBe(3);
});

test('a call with other arguments is changed, one that is gone or written with other spaces is not', () => {
  const before = [call('1', { path: 'a.ts' }), call('2', { path: 'b.ts' }), call('3', {})];
  const spaced = { ...call('1', {}), tool_calls: [{ ...before[0]!.tool_calls![0]! }] };
  spaced.tool_calls[0]!.function = { name: 'read', arguments: '{ "path":  "a.ts" }' };
  expect(changedCalls(before, [spaced, call('2', { path: '…' })])).toBe(1);
});

test('a value of a session is needed if the agent uses it before anything shows it again', () => {
  const messages = [
    user('open src/part/gate_7.ts and src/part/quay_9.ts'),
    result('1', 'berth_4711 is free, tariff_12 too'),
    call('2', { path: 'src/part/gate_7.ts' }),
    result('2', 'tariff_12'),
    call('3', { name: 'berth_4711', price: 'tariff_12' }),
  ];
  const values = findValueProbes(messages, 2).map(({ value, last, roles }) => [value, last, roles]);
  expect(values).toEqual([
    ['part/gate_7.ts', 0, ['user']],
    ['berth_4711', 1, ['tool']],
  ]);
});

describe.each([
  ['ai-sdk', aiSdk],
  ['gemini', gemini],
] as const)('the way to %s and back', (_name, codec) => {
  const thereAndBack = (messages: readonly ChatMessage[]): ChatMessage[] => {
    const { translated, back } = translate<unknown>(codec, messages);
    return back(translated);
  };

  test('changes nothing, not even white space in arguments', () => {
    const [made, answer] = [call('1', 'text'), result('1', 'Error: no such file')];
    const spaced = { name: 'edit', arguments: '{ "path": "a.ts",\n "deep": [1, { "b": null }] }' };
    const messages = [
      ...session(),
      { ...made, content: 'I edit', tool_calls: [{ ...made.tool_calls![0]!, function: spaced }] },
      answer,
    ];
    expect(thereAndBack(messages)).toEqual(messages);
  });

  test('repairs nothing', () => {
    const torn = [user('go'), result('0', 'nobody asked'), call('1', {}), user('on')];
    expect(checkOpenAI(thereAndBack(torn)).map(({ rule }) => rule)).toEqual([
      'result-without-call',
      'call-without-result',
    ]);
  });
});
