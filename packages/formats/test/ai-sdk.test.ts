import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { describe, expect, test } from 'vitest';
import { aiSdk, type AiSdkMessage } from '@palimpsest/formats/ai-sdk';
import { anthropic } from '@palimpsest/formats/anthropic';
import { everything, screenshot, stored } from './ai-sdk-messages.ts';
import { edited, plain } from './expect-history.ts';

const response = (callId: string, toolName: string, more: object): object => ({
  type: 'tool_response',
  callId,
  toolName,
  ...more,
});

test('decodes all parts, and each result of a tool message as a separate entry', () => {
  const [system, user, assistant, ...rest] = plain(aiSdk.decode(everything));
  expect(system).toEqual({ speaker: 'system', blocks: [{ type: 'text', text: 'Be brief' }] });
  expect(user?.blocks).toEqual([
    { type: 'text', text: 'Look' },
    { type: 'media', mimeType: 'image/png', data: '', encoding: 'base64', filename: 'a.png' },
    {
      type: 'media',
      mimeType: 'application/pdf',
      data: 'https://example.org/b.pdf',
      encoding: 'url',
    },
    { type: 'media', mimeType: 'image/*', data: 'aGk=', encoding: 'base64' },
  ]);
  expect(assistant?.blocks).toEqual([
    { type: 'thinking', thought: 'hm', signature: 'sig' },
    { type: 'text', text: 'I look' },
    { type: 'tool_call', id: 's', name: 'web', parameters: {}, providerExecuted: true },
    response('s', 'web', { result: [1] }),
    { type: 'tool_call', id: 'a', name: 'read', parameters: { path: 'a' } },
    { type: 'tool_call', id: 'b', name: 'shoot', parameters: {} },
    { type: 'tool_call', id: 'c', name: 'remove', parameters: {} },
    { type: 'opaque', kind: 'tool-approval-request', belongsToCalls: true },
  ]);
  expect(rest.slice(0, 3)).toEqual([
    {
      speaker: 'tool',
      blocks: [
        { type: 'opaque', kind: 'tool-approval-response', belongsToCalls: true },
        response('a', 'read', { result: 'long' }),
      ],
    },
    {
      speaker: 'tool',
      blocks: [
        response('b', 'shoot', {
          result: [
            { type: 'text', text: 'a window' },
            { type: 'media', mimeType: 'image/png', data: 'aGk=', encoding: 'base64' },
          ],
        }),
      ],
    },
    { speaker: 'tool', blocks: [response('c', 'remove', { result: 'no', isError: true })] },
  ]);
});

function edit(
  history: readonly IContent[],
  type: ContentBlock['type'],
  change: object,
): IContent[] {
  return edited(history, (block) => (block.type === type ? { ...block, ...change } : block));
}

describe('stored items', () => {
  const content = [
    { type: 'reasoning', text: 'hm', providerOptions: stored('rs_1') },
    { type: 'text', text: 'long', providerOptions: stored('msg_1') },
  ];
  const given = [{ role: 'assistant', content }];
  const bare = { openai: { phase: 'p' }, azure: {} };

  test.each([
    ['text', { text: 'short' }, 1],
    ['thinking', { thought: 'short' }, 0],
  ] as const)('an edited %s loses its item id and keeps its other options', (type, change, at) => {
    const [written] = aiSdk.encode(edit(aiSdk.decode(given), type, change));
    expect(written?.content).toEqual(
      content.with(at, { ...content[at]!, text: 'short', providerOptions: bare }),
    );
  });

  test('a part loses its item id when another part of its message is removed', () => {
    const [entry] = aiSdk.decode(given);
    const blocks = entry!.blocks.filter(({ type }) => type !== 'thinking');
    expect(aiSdk.encode([{ ...entry!, blocks }])).toEqual([
      { role: 'assistant', content: [{ ...content[1], providerOptions: bare }] },
    ]);
  });
});

function outputOf(output: unknown, change: object = { result: 'short' }): unknown {
  const part = { type: 'tool-result', toolCallId: 'a', toolName: 'f', output };
  const history = aiSdk.decode([{ role: 'tool', content: [part] }]);
  const [message] = aiSdk.encode(edit(history, 'tool_response', change));
  return partsOf(message)[0]?.output;
}

function partsOf(
  message: AiSdkMessage | undefined,
): readonly { readonly data?: unknown; readonly output?: unknown }[] {
  return Array.isArray(message?.content) ? message.content : [];
}

describe('an edited result', () => {
  test.each([
    ['a text', { type: 'text', value: 'long' }, { type: 'text', value: 'short' }],
    ['JSON', { type: 'json', value: { a: 1 } }, { type: 'text', value: 'short' }],
    ['an error', { type: 'error-text', value: 'long' }, { type: 'error-text', value: 'short' }],
    ['an error of JSON', { type: 'error-json', value: [] }, { type: 'error-text', value: 'short' }],
    [
      'a denial',
      { type: 'execution-denied', reason: 'long' },
      { type: 'execution-denied', reason: 'short' },
    ],
    [
      'texts',
      {
        type: 'content',
        value: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      { type: 'text', value: 'short' },
    ],
    [
      'a text with a picture',
      { type: 'content', value: [screenshot, { type: 'text', text: 'long' }] },
      { type: 'text', value: 'short' },
    ],
    [
      'options, which stay',
      { type: 'text', value: 'long', providerOptions: { anthropic: {} } },
      { type: 'text', value: 'short', providerOptions: { anthropic: {} } },
    ],
  ])('of %s is written in its own shape or as text', (_name, output, expected) => {
    expect(outputOf(output)).toEqual(expected);
  });

  test('is written as JSON, as an error, as a failure with an error text, or as an empty text', () => {
    const output = { type: 'text', value: 'long' };
    expect(outputOf(output, { result: { a: 1 } })).toEqual({ type: 'json', value: { a: 1 } });
    expect(outputOf(output, { result: { a: 1 }, isError: true })).toEqual({
      type: 'error-json',
      value: { a: 1 },
    });
    expect(outputOf(output, { error: 'boom' })).toEqual({
      type: 'error-text',
      value: '{"tool_error":"boom","result":"long"}',
    });
    expect(outputOf(output, { result: undefined })).toEqual({ type: 'text', value: '' });
  });
});

test('results of another format share a tool message, and media next to them is a user message', () => {
  const picture = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: 'aGk=' },
  };
  const foreign = anthropic.decode([
    { role: 'user', content: 'Go' },
    {
      role: 'assistant',
      content: ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'read', input: { id } })),
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'one' },
        { type: 'tool_result', tool_use_id: 'b', content: 'two', is_error: true },
        picture,
      ],
    },
  ]);
  expect(aiSdk.encode(foreign)).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Go' }] },
    {
      role: 'assistant',
      content: ['a', 'b'].map((toolCallId) => ({
        type: 'tool-call',
        toolCallId,
        toolName: 'read',
        input: { id: toolCallId },
      })),
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'a',
          toolName: 'read',
          output: { type: 'text', value: 'one' },
        },
        {
          type: 'tool-result',
          toolCallId: 'b',
          toolName: 'read',
          output: { type: 'error-text', value: 'two' },
        },
      ],
    },
    { role: 'user', content: [{ type: 'file', data: 'aGk=', mediaType: 'image/png' }] },
  ]);
});

test('results of tools that the provider ran stay in the assistant message, also without `native`', () => {
  const [, , assistant] = plain(aiSdk.decode(everything));
  const [written] = aiSdk.encode([assistant!]);
  expect(written?.role).toBe('assistant');
  expect(plain(aiSdk.decode([written!]))[0]?.blocks.slice(2, 4)).toEqual(
    assistant!.blocks.slice(2, 4),
  );
});

test('a generated result is added to the message with the other results of its batch', () => {
  const [go, calls, first] = aiSdk.decode([
    { role: 'user', content: 'Go' },
    {
      role: 'assistant',
      content: ['a', 'b'].map((id) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: 'f',
        input: {},
      })),
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'a',
          toolName: 'f',
          output: { type: 'text', value: 'x' },
        },
      ],
      providerOptions: { a: {} },
    },
  ]) as [IContent, IContent, IContent];
  const made: IContent = {
    speaker: 'tool',
    blocks: [
      { type: 'tool_response', callId: 'b', toolName: 'f', result: '', error: 'Interrupted' },
    ],
    metadata: { synthetic: true },
  };
  const written = aiSdk.encode([go, calls, first, made]);
  expect(written).toHaveLength(3);
  expect(written[2]).toMatchObject({
    role: 'tool',
    content: [{ toolCallId: 'a' }, { toolCallId: 'b' }],
    providerOptions: { a: {} },
  });
});
