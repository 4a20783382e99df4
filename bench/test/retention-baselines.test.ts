import { aiSdk } from '@palimpsest/formats/ai-sdk';
import { checkOpenAI } from '../../packages/formats/test/checker/check-openai.ts';
import { describe, expect, test } from 'vitest';
import { conversations, hasCorpus } from '../src/corpus.ts';
import { BASELINES, FIXED_BASELINES } from '../src/retention/baselines.ts';
import { langchainMessages } from '../src/retention/baselines/langchain-messages.ts';
import { translate } from '../src/retention/baselines/translation.ts';
import { messageCharacters } from '../src/retention/characters.ts';
import { requestTokens } from '../src/retention/request-tokens.ts';
import { contentText, type ChatMessage } from '../src/retention/chat-message.ts';
import { call, result, session, user } from '../src/retention/example-session.ts';
import { findMethod } from '../src/retention/methods.ts';
import { searchableText, survives } from '../src/retention/survival.ts';

const ALL = { ...BASELINES, ...FIXED_BASELINES };
const results = (given: readonly ChatMessage[]) => given.filter(({ role }) => role === 'tool');

describe('baselines', () => {
  const messages = session();
  const whole = messageCharacters(messages);
  const names = Object.keys(BASELINES);

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

  test.each(names.filter((name) => name !== 'identifier list'))(
    '%s leaves what fits as it is',
    async (name) => {
      expect(await BASELINES[name]!(messages, whole)).toEqual(messages);
    },
  );

  test.each([
    // Maximum cost of a step: one exchange, one character of every string, one result, one exchange.
    ['newest only', 0.05, 2_000],
    ['head and tail', 0.1, 400],
    ['mask old results', 0.55, 2_000],
  ])('%s reaches its target and stays near it', async (name, least, step) => {
    for (const share of [0.9, 0.7, 0.5, 0.35, 0.25, 0.15, 0.1]) {
      if (share < least) continue;
      const target = Math.floor(whole * share);
      const size = messageCharacters(await BASELINES[name]!(messages, target));
      expect(size).toBeLessThanOrEqual(target);
      expect(size).toBeGreaterThan(target - step);
    }
  });

  test('the identifier list names every file in less than a fifth of the size', async () => {
    const after = await BASELINES['identifier list']!(messages, Math.floor(whole * 0.1));
    const text = searchableText(after);
    for (let at = 0; at < 40; at += 1) expect(survives(`part_${at}/file${at}.ts`, text)).toBe(true);
    expect(messageCharacters(after)).toBeLessThan(whole / 5);
  });

  test('declare whether they accept a target, and ignore it if they do not', async () => {
    for (const name of Object.keys(ALL)) {
      const method = findMethod(name);
      expect(method.sized).toBe(Object.hasOwn(BASELINES, name));
      if (method.sized === true) continue;
      const [half, tenth] = [
        await method.compress(messages, 0.5),
        await method.compress(messages, 0.1),
      ];
      expect(half.messages).toEqual(tenth.messages);
      expect(half.size).toBe(requestTokens(half.messages));
      expect(half.target).toBe(Math.floor(requestTokens(messages) / 2));
    }
  });
});

describe('without a target', () => {
  const messages = session();
  const of = (name: string, given: readonly ChatMessage[] = messages) =>
    FIXED_BASELINES[name]!(given);

  test('LangChain clears all results but three', async () => {
    const after = results(await of('LangChain ClearToolUsesEdit'));
    const cleared = after.filter((message) => contentText(message) === '[cleared]');
    expect(after).toHaveLength(40);
    expect(cleared).toHaveLength(37);
    expect(after.slice(-3)).toEqual(results(messages).slice(-3));
  });

  test.each([
    // The third message from the end is a result, which keeps its call.
    ['AI SDK pruneMessages, agents', 2, 0],
  ])('%s keeps the newest calls', async (name, kept, thoughts) => {
    const after = await of(name);
    expect(results(after)).toEqual(results(messages).slice(-kept));
    expect(after.filter((one) => one.reasoning_content !== undefined)).toHaveLength(thoughts);
    expect(contentText(after[1]!)).toBe(contentText(messages[1]!));
  });
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

  test.skipIf(!hasCorpus)('loses no character and no value of a recorded conversation', () => {
    for (const { messages } of conversations(false)) {
      const given = messages as readonly ChatMessage[];
      const after = thereAndBack(given);
      expect(messageCharacters(after)).toBe(messageCharacters(given));
      expect(searchableText(after)).toBe(searchableText(given));
    }
  });
});
