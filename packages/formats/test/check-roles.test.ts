import { describe, expect, test } from 'vitest';
import { checkAnthropic, checkGemini, checkOpenAI, checkOpenAIResponses } from '../src/index.ts';

const rules = (problems: readonly { readonly index: number; readonly rule: string }[]): string[] =>
  problems.map(({ index, rule }) => `${index} ${rule}`);

const openai = (...roles: readonly string[]) => roles.map((role) => ({ role, content: 'x' }));
const gemini = (...roles: readonly string[]) =>
  roles.map((role) => ({
    role: role === 'call' ? 'model' : role,
    parts: [role === 'call' ? { functionCall: { name: 'f', args: {} } } : { text: 'x' }],
  }));

const anthropic = (content: unknown) => [
  { role: 'user', content: 'x' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content }] },
];

const output = (parts: unknown) => [
  { role: 'user', content: 'x' },
  { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
  { type: 'function_call_output', call_id: 'a', output: parts },
];

const geminiAnswer = (functionResponse: object) => [
  ...gemini('user', 'call'),
  { role: 'user', parts: [{ functionResponse: { name: 'f', ...functionResponse } }] },
];

describe('roles', () => {
  test('Anthropic and Gemini refuse a conversation that the model begins, OpenAI does not', () => {
    expect(rules(checkAnthropic(openai('assistant', 'user')))).toEqual(['0 starts-with-model']);
    expect(rules(checkAnthropic(openai('system', 'assistant')))).toEqual(['1 starts-with-model']);
    expect(rules(checkGemini(gemini('model', 'user')))).toEqual(['0 starts-with-model']);
    expect(checkOpenAI(openai('assistant', 'user'))).toEqual([]);
  });

  test('Gemini refuses a call directly behind a turn of the model', () => {
    expect(rules(checkGemini(gemini('user', 'model', 'call')))).toEqual(['2 call-after-model']);
    expect(checkGemini(gemini('user', 'model', 'user', 'call'))).toEqual([]);
  });

  test('alternation is reported on request only', () => {
    const messages = openai('user', 'user', 'assistant', 'assistant', 'user');
    const expected = ['1 alternation', '3 alternation'];
    expect(checkOpenAI(messages)).toEqual([]);
    expect(rules(checkOpenAI(messages, { alternation: true }))).toEqual(expected);
    expect(rules(checkAnthropic(messages, { alternation: true }))).toEqual(expected);
    expect(rules(checkOpenAIResponses(messages, { alternation: true }))).toEqual(expected);
    const contents = gemini('user', 'user', 'model', 'model', 'user');
    expect(rules(checkGemini(contents, { alternation: true }))).toEqual(expected);
  });

  test('a user message behind a tool result is a second one, results behind each other are not', () => {
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
    const calls = [call, { ...call, id: 'b' }];
    const messages = [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: null, tool_calls: calls },
      { role: 'tool', tool_call_id: 'a', content: '1' },
      { role: 'tool', tool_call_id: 'b', content: '2' },
      { role: 'user', content: 'x' },
    ];
    expect(rules(checkOpenAI(messages, { alternation: true }))).toEqual(['4 alternation']);
  });
});

describe('contents of tool results', () => {
  const image = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' };

  test.each([
    ['an image whose data was cut', [{ type: 'image', source: { ...image, data: 'iVB…Dpgn' } }]],
    ['a part of an unknown type', [{ type: 'picture', url: 'https://a.b' }]],
    ['a text without its text', [{ type: 'text' }]],
    ['a part that is a text', ['words']],
    ['a record', { output: 'words' }],
  ])('Anthropic refuses %s', (_, content) => {
    expect(rules(checkAnthropic(anthropic(content)))).toEqual(['2 result-content']);
  });

  test.each([
    ['a text', 'words'],
    ['nothing', undefined],
    [
      'a text and an image',
      [
        { type: 'text', text: 'x' },
        { type: 'image', source: image },
      ],
    ],
    ['a document by address', [{ type: 'document', source: { type: 'url', url: 'https://a.b' } }]],
  ])('Anthropic accepts %s', (_, content) => {
    expect(checkAnthropic(anthropic(content))).toEqual([]);
  });

  test('OpenAI takes texts alone in a tool message', () => {
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
    const answered = (content: unknown) => [
      { role: 'assistant', content: 'x', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content },
    ];
    const start = { role: 'user', content: 'x' };
    const picture = { type: 'image_url', image_url: { url: 'https://a.b' } };
    expect(rules(checkOpenAI([start, ...answered([picture])]))).toEqual(['2 result-content']);
    expect(checkOpenAI([start, ...answered([{ type: 'text', text: 'x' }])])).toEqual([]);
  });

  test('Responses refuses parts of an output that it does not know, and media that were cut', () => {
    const cut = { type: 'input_image', image_url: 'data:image/png;base64,iVB…gn' };
    expect(rules(checkOpenAIResponses(output([cut])))).toEqual(['2 result-content']);
    expect(rules(checkOpenAIResponses(output([{ type: 'text', text: 'x' }])))).toHaveLength(1);
    expect(checkOpenAIResponses(output([{ type: 'input_text', text: 'x' }]))).toEqual([]);
  });

  test('Gemini refuses a response that is no object, and incomplete parts of one', () => {
    expect(rules(checkGemini(geminiAnswer({ response: 'x' })))).toEqual(['2 result-content']);
    const parts = [{ inlineData: { mimeType: 'image/png', data: 'iVB…gn' } }];
    expect(rules(checkGemini(geminiAnswer({ response: {}, parts })))).toEqual(['2 result-content']);
    expect(checkGemini(geminiAnswer({ response: {} }))).toEqual([]);
  });
});
