import { describe, expect, test } from 'vitest';
import { checkAnthropic } from './checker/check-anthropic.ts';
import { checkGemini } from './checker/check-gemini.ts';
import { checkOpenAIResponses } from './checker/check-openai-responses.ts';
import { checkOpenAI } from './checker/check-openai.ts';

const rules = (problems: readonly { readonly index: number; readonly rule: string }[]): string[] =>
  problems.map(({ index, rule }) => `${index} ${rule}`);

const strict = { alternation: true };
const messages = (...roles: readonly string[]) => roles.map((role) => ({ role, content: 'x' }));
const contents = (...roles: readonly string[]) =>
  roles.map((role) => ({
    role: role === 'call' ? 'model' : role,
    parts: [role === 'call' ? { functionCall: { name: 'f', args: {} } } : { text: 'x' }],
  }));

const user = { role: 'user', content: 'x' };
const assistant = { role: 'assistant', content: 'x' };
const toolUse = (...ids: readonly string[]) => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool_use', id, name: 'f', input: {} })),
});
const toolCalls = (...ids: readonly string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })),
});
const tool = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'x' });
const functionCall = (id: string) => ({
  type: 'function_call',
  call_id: id,
  name: 'f',
  arguments: '{}',
});
const output = (id: string) => ({ type: 'function_call_output', call_id: id, output: 'x' });

describe('the first message', () => {
  test('Anthropic and Gemini reject an assistant message, also after system messages', () => {
    expect(rules(checkAnthropic(messages('assistant', 'user')))).toEqual(['0 starts-with-model']);
    expect(rules(checkAnthropic(messages('system', 'assistant')))).toEqual(['1 starts-with-model']);
    expect(rules(checkGemini(contents('model', 'user')))).toEqual(['0 starts-with-model']);
    expect(rules(checkGemini(contents('system', 'model')))).toEqual(['1 starts-with-model']);
  });

  test('a call at index 0 is reported once, as starts-with-call', () => {
    expect(rules(checkAnthropic([toolUse('a')]))).toEqual(['0 starts-with-call']);
    expect(rules(checkGemini(contents('call')))).toEqual(['0 starts-with-call']);
    expect(rules(checkOpenAI([toolCalls('a')], strict))).toEqual(['0 starts-with-call']);
  });

  test('OpenAI and Responses accept an assistant message unless alternation is required', () => {
    const given = messages('assistant', 'user');
    expect(checkOpenAI(given)).toEqual([]);
    expect(checkOpenAIResponses(given)).toEqual([]);
    expect(rules(checkOpenAI(given, strict))).toEqual(['0 starts-with-model']);
    expect(rules(checkOpenAIResponses(given, strict))).toEqual(['0 starts-with-model']);
  });
});

describe('a call after an assistant message', () => {
  test('is rejected by Gemini', () => {
    expect(rules(checkGemini(contents('user', 'model', 'call')))).toEqual(['2 call-after-model']);
    expect(checkGemini(contents('user', 'model', 'user', 'call'))).toEqual([]);
    expect(checkGemini(contents('user', 'model', 'model'))).toEqual([]);
  });

  test('is accepted by Anthropic, OpenAI and Responses', () => {
    expect(checkAnthropic([user, assistant, toolUse('a')])).toEqual([]);
    expect(checkOpenAI([user, assistant, toolCalls('a')])).toEqual([]);
    expect(checkOpenAIResponses([user, assistant, functionCall('a')], strict)).toEqual([]);
  });
});

describe('alternation', () => {
  test('is reported on request only', () => {
    const given = messages('user', 'user', 'assistant', 'assistant', 'user');
    const expected = ['1 alternation', '3 alternation'];
    expect(checkOpenAI(given)).toEqual([]);
    expect(rules(checkOpenAI(given, strict))).toEqual(expected);
    expect(checkOpenAIResponses(given)).toEqual([]);
    expect(rules(checkOpenAIResponses(given, strict))).toEqual(expected);
    expect(checkAnthropic(given)).toEqual([]);
    expect(rules(checkAnthropic(given, strict))).toEqual(expected);
    const turns = contents('user', 'user', 'model', 'model', 'user');
    expect(checkGemini(turns)).toEqual([]);
    expect(rules(checkGemini(turns, strict))).toEqual(expected);
  });

  test('a user message after a result violates it, a result after a result does not', () => {
    const chat = [user, toolCalls('a', 'b'), tool('a'), tool('b'), assistant, user];
    expect(checkOpenAI(chat, strict)).toEqual([]);
    expect(rules(checkOpenAI(chat.toSpliced(4, 1), strict))).toEqual(['4 alternation']);
    const calls = [functionCall('a'), functionCall('b')];
    const items = [user, assistant, ...calls, output('a'), output('b'), assistant, user];
    expect(checkOpenAIResponses(items, strict)).toEqual([]);
    const found = checkOpenAIResponses(items.toSpliced(6, 1), strict);
    expect(rules(found)).toEqual(['6 alternation']);
  });
});
