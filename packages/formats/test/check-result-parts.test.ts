import { describe, expect, test } from 'vitest';
import { checkAnthropic } from './checker/check-anthropic.ts';
import { checkGemini } from './checker/check-gemini.ts';
import { checkOpenAIResponses } from './checker/check-openai-responses.ts';
import { checkOpenAI } from './checker/check-openai.ts';
import type { AnthropicMessage } from '@palimpsest/formats/anthropic';

const rules = (problems: readonly { readonly index: number; readonly rule: string }[]): string[] =>
  problems.map(({ index, rule }) => `${index} ${rule}`);

const user = { role: 'user', content: 'x' };
const REFUSED = ['2 result-content'];

describe('Anthropic', () => {
  const png = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' };

  test.each([
    ['an image whose data is cut', [{ type: 'image', source: { ...png, data: 'iVB…Dpgn' } }]],
    ['an image without source', [{ type: 'image' }]],
    ['an image of another type', [{ type: 'image', source: { ...png, media_type: 'image/bmp' } }]],
    ['audio as a document', [{ type: 'document', source: { ...png, media_type: 'audio/mpeg' } }]],
    ['a document without content', [{ type: 'document', source: { type: 'content' } }]],
    ['a part of an unknown type', [{ type: 'picture', url: 'https://a.b' }]],
    ['a part with the type of an inherited member', [{ type: '__proto__' }]],
    ['an empty text part', [{ type: 'text', text: '' }]],
    ['a search result without title', [{ type: 'search_result', source: 'a', content: [] }]],
    ['a reference to no tool', [{ type: 'tool_reference' }]],
    ['a part that is a text', ['words']],
    ['a record', { output: 'words' }],
  ])('rejects %s', (_, content) => {
    expect(anthropicRules(content)).toEqual(REFUSED);
  });

  test.each([
    ['a text', 'words'],
    ['an empty text', ''],
    ['no content', undefined],
    ['a text and an image', [text('x'), { type: 'image', source: png }]],
    ['a PDF file', [{ type: 'document', source: { ...png, media_type: 'application/pdf' } }]],
    ['an empty list', []],
    ['a document by URL', [{ type: 'document', source: { type: 'url', url: 'https://a.b' } }]],
    ['a document of text', [{ type: 'document', source: { type: 'text', data: 'x' } }]],
    ['a document of blocks', [{ type: 'document', source: { type: 'content', content: 'x' } }]],
    ['an uploaded file', [{ type: 'document', source: { type: 'file', file_id: 'f' } }]],
    ['a reference to a tool', [{ type: 'tool_reference', tool_name: 'f' }]],
    ['the tabs of a browser', [{ type: 'browser_state', tabs: [] }]],
    ['a search result', [{ type: 'search_result', source: 'a', title: 'b', content: [text('x')] }]],
  ])('accepts %s', (_, content) => {
    expect(anthropicRules(content)).toEqual([]);
  });

  test('rejects an image in a failed result', () => {
    expect(anthropicRules([text('x'), { type: 'image', source: png }], true)).toEqual(REFUSED);
    expect(anthropicRules([text('x')], true)).toEqual([]);
    expect(anthropicRules([{ type: 'picture' }], true)).toEqual(REFUSED);
  });
});

describe('OpenAI', () => {
  test('accepts only texts in a tool message', () => {
    expect(openaiRules([{ type: 'image_url', image_url: { url: 'https://a.b' } }])).toEqual(
      REFUSED,
    );
    expect(openaiRules([text('x'), { type: 'text' }])).toEqual(REFUSED);
    expect(openaiRules([text('x'), text('')])).toEqual([]);
    expect(openaiRules('x')).toEqual([]);
  });

  test('rejects an empty list of parts, which Responses accepts', () => {
    expect(openaiRules([])).toEqual(REFUSED);
    expect(responsesRules([])).toEqual([]);
  });
});

describe('Responses', () => {
  test.each([
    [
      'an image whose data is cut',
      [{ type: 'input_image', image_url: 'data:image/png;base64,iV…' }],
    ],
    ['a file without content', [{ type: 'input_file', filename: 'a.pdf' }]],
    ['a part of chat completions', [text('x')]],
  ])('rejects %s', (_, result) => {
    expect(responsesRules(result)).toEqual(REFUSED);
    expect(responsesRules(result, 'custom_tool_call')).toEqual(REFUSED);
  });

  test.each([
    ['a text', 'words'],
    ['a text part', [{ type: 'input_text', text: '' }]],
    ['an image by URL', [{ type: 'input_image', image_url: 'https://a.b' }]],
    ['an image in a data URL', [{ type: 'input_image', image_url: 'data:image/png;base64,iVBO' }]],
    ['an uploaded file', [{ type: 'input_file', file_id: 'f' }]],
  ])('accepts %s', (_, result) => {
    expect(responsesRules(result)).toEqual([]);
  });
});

describe('Gemini', () => {
  test.each([
    ['a response that is a text', { response: 'x' }],
    ['a response that is a list', { response: ['x'] }],
    ['no response', {}],
    ['data that is cut', { response: {}, parts: [{ inlineData: { mimeType: 'a/b', data: '…' } }] }],
    ['data without a type', { response: {}, parts: [{ inlineData: { data: 'iVBO' } }] }],
    ['a part that is a text', { response: {}, parts: [{ text: 'x' }] }],
  ])('rejects %s', (_, answer) => {
    expect(geminiRules(answer)).toEqual(REFUSED);
  });

  test('accepts an object, also with complete media next to it', () => {
    expect(geminiRules({ response: {} })).toEqual([]);
    const inline = { inlineData: { mimeType: 'image/png', data: 'iVBO' } };
    const file = { fileData: { mimeType: 'image/png', fileUri: 'https://a.b' } };
    expect(geminiRules({ response: { output: 1 }, parts: [inline, file] })).toEqual([]);
  });
});

function text(words: string): object {
  return { type: 'text', text: words };
}

function anthropicRules(content: unknown, hasFailed?: boolean): string[] {
  return rules(checkAnthropic(anthropicResult(content, hasFailed)));
}

function anthropicResult(content: unknown, hasFailed = false): AnthropicMessage[] {
  return [
    user,
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'a', content, is_error: hasFailed }],
    },
  ];
}

function openaiRules(content: unknown): string[] {
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
  return rules(
    checkOpenAI([
      user,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content },
    ]),
  );
}

function responsesRules(result: unknown, kind = 'function_call'): string[] {
  return rules(
    checkOpenAIResponses([
      user,
      { type: kind, call_id: 'a', name: 'f', arguments: '{}' },
      { type: `${kind}_output`, call_id: 'a', output: result },
    ]),
  );
}

function geminiRules(functionResponse: object): string[] {
  return rules(
    checkGemini([
      { role: 'user', parts: [{ text: 'x' }] },
      { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'f', ...functionResponse } }] },
    ]),
  );
}
