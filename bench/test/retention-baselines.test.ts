import { aiSdk } from '@palimpsest/formats/ai-sdk';
import { checkOpenAI } from '../../packages/formats/test/checker/check-openai.ts';
import { describe, expect, test } from 'vitest';
import { BASELINES, FIXED_BASELINES } from '../src/retention/baselines.ts';
import { langchainMessages } from '../src/retention/baselines/langchain-messages.ts';
import { translate } from '../src/retention/baselines/translation.ts';
import { messageCharacters } from '../src/retention/characters.ts';
import type { ChatMessage } from '../src/retention/chat-message.ts';
import { call, result, session, user } from './example-session.ts';

const ALL = { ...BASELINES, ...FIXED_BASELINES };

describe('baselines', () => {
  const messages = session();
  const whole = messageCharacters(messages);

  test.each(Object.keys(ALL))(
    '%s keeps system messages, order, valid JSON, and calls with their results',
    async (name) => {
      const given = JSON.stringify(messages);
      for (const share of [1, 0.5, 0.25, 0.1, 0]) {
        const after = await ALL[name]!(messages, Math.floor(whole * share));
        expect(after.filter(({ role }) => role === 'system')).toEqual([messages[0]]);
        const calls = after.flatMap(({ tool_calls: made = [] }) => made);
        const answers = after.flatMap(({ tool_call_id: id }) => (id === undefined ? [] : [id]));
        expect(answers).toEqual(calls.map(({ id }) => id));
        expect(answers).toEqual(
          answers.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1))),
        );
        for (const { function: made } of calls) JSON.parse(made.arguments);
      }
      expect(JSON.stringify(messages)).toBe(given);
    },
  );
});

describe.each([
  ['ai-sdk', aiSdk],
  ['langchain', langchainMessages],
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
