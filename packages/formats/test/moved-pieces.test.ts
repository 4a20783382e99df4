import type { IContent, TextBlock } from '@palimpsest/core-types';
import { describe, expect, test } from 'vitest';
import { aiSdk } from '@palimpsest/formats/ai-sdk';
import { anthropic, type AnthropicMessage } from '@palimpsest/formats/anthropic';
import { checkAnthropic } from './checker/check-anthropic.ts';
import { checkGemini } from './checker/check-gemini.ts';
import { gemini } from '@palimpsest/formats/gemini';
import { genkit } from '@palimpsest/formats/genkit';
import { plain } from './expect-history.ts';

const IMAGE = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' },
};

function answer(id: string): AnthropicMessage {
  return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: id }, IMAGE] };
}

test('keeps the order of moved parts of two messages that differ only in content', () => {
  const messages: AnthropicMessage[] = [
    { role: 'user', content: 'Go' },
    {
      role: 'assistant',
      content: ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'read', input: {} })),
    },
    answer('b'),
    answer('a'),
  ];
  const [person, calls, b, imageOfB, a, imageOfA] = anthropic.decode(messages) as [
    IContent,
    IContent,
    IContent,
    IContent,
    IContent,
    IContent,
  ];
  const gathered = [person, calls, b, a, imageOfB, imageOfA];
  const written = anthropic.encode(gathered);
  expect(plain(anthropic.decode(written))).toEqual(plain(gathered));
  expect(checkAnthropic(written)).toEqual([]);
});

test('a generated text that replaces a text next to results stays in their message', () => {
  const text = { type: 'text', text: 'A long remark.' };
  const messages: AnthropicMessage[] = [
    { role: 'user', content: 'Go' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'a' }, text] },
    { role: 'user', content: 'And another message.' },
  ];
  const [person, call, result, , other] = anthropic.decode(messages);
  const short: IContent = { speaker: 'human', blocks: [{ type: 'text', text: '…1' }] };
  const written = anthropic.encode([person!, call!, result!, short, other!]);
  expect(written.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'user']);
  expect(written[2]!.content).toMatchObject([{ type: 'tool_result' }, { text: '…1' }]);
  expect(written[3]).toBe(messages[3]);
  // A message with only results is complete, so the text becomes a separate message.
  const apart = anthropic.encode([
    person!,
    ...anthropic.decode([messages[1]!, answerOf('a')]),
    short,
  ]);
  expect(apart).toHaveLength(4);
});

test('a shortened user message stays a message of its own behind results of which one was removed', () => {
  const said = 'A message of a person, which is shortened.';
  const results = ['a', 'b'].map((toolCallId) => ({
    type: 'tool-result',
    toolCallId,
    toolName: 'read',
    output: { type: 'text', value: 'text' },
  }));
  const calls = { type: 'tool-call', toolCallId: 'a', toolName: 'read', input: {} };
  const messages = [
    { role: 'user', content: 'Go' },
    { role: 'assistant', content: [calls] },
    { role: 'tool', content: results },
    { role: 'user', content: [{ type: 'text', text: said }] },
  ];
  for (const removed of [2, 3]) {
    const history = aiSdk.decode(messages);
    expect(history).toHaveLength(5);
    const { speaker, blocks } = history.at(-1)!;
    const [block] = blocks as [TextBlock];
    const short: IContent = { speaker, blocks: [{ ...block, text: '…1' }] };
    const written = aiSdk.encode([...history.slice(0, -1).toSpliced(removed, 1), short]);
    expect(written.slice(2)).toMatchObject([
      { role: 'tool', content: [{ type: 'tool-result' }] },
      { role: 'user', content: [{ type: 'text', text: '…1' }] },
    ]);
  }
});

test('a shortened user message stays behind the results of a user message whose first part was removed', () => {
  const messages: AnthropicMessage[] = [
    { role: 'user', content: 'Go' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'b', name: 'read', input: {} }] },
    { role: 'user', content: ['a', 'b'].flatMap((id) => answerOf(id).content as object[]) },
    { role: 'user', content: 'A message of a person, which is shortened.' },
  ];
  const [person, call, , result] = anthropic.decode(messages);
  const short: IContent = { speaker: 'human', blocks: [{ type: 'text', text: '…1' }] };
  const written = anthropic.encode([person!, call!, result!, short]);
  expect(written.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'user']);
  expect(written[2]!.content).toHaveLength(1);
});

test('a shortened user message stays behind the results of a Genkit tool message whose last part was removed', () => {
  const results = ['a', 'b'].map((ref) => ({ toolResponse: { ref, name: 'read', output: ref } }));
  const messages = [
    { role: 'user', content: [{ text: 'Go' }] },
    { role: 'model', content: [{ toolRequest: { ref: 'a', name: 'read', input: {} } }] },
    { role: 'tool', content: results },
    { role: 'user', content: [{ text: 'A message of a person, which is shortened.' }] },
  ];
  const [person, call, result] = genkit.decode(messages);
  const short: IContent = { speaker: 'human', blocks: [{ type: 'text', text: '…1' }] };
  const written = genkit.encode([person!, call!, result!, short]);
  expect(written.slice(2)).toEqual([
    { role: 'tool', content: results.slice(0, 1) },
    { role: 'user', content: [{ text: '…1' }] },
  ]);
});

function answerOf(id: string): AnthropicMessage {
  return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: id }] };
}

describe('calls without an id from Gemini', () => {
  const contents = [
    { role: 'user', parts: [{ text: 'Go' }] },
    { role: 'model', parts: [{ functionCall: { name: 'read', args: {} } }] },
    { role: 'user', parts: [{ text: 'Never mind.' }] },
  ];

  test('get a generated result without an id', () => {
    const [person, call, words] = gemini.decode(contents) as [IContent, IContent, IContent];
    const [block] = call.blocks;
    const made: IContent = {
      speaker: 'tool',
      blocks: [
        {
          type: 'tool_response',
          callId: block?.type === 'tool_call' ? block.id : '',
          toolName: 'read',
          result: '',
          error: 'Interrupted.',
        },
      ],
      metadata: { synthetic: true, reason: 'unanswered-call' },
    };
    const written = gemini.encode([person, call, made, words]);
    expect(written[1]).toBe(contents[1]);
    expect(JSON.stringify(written[2])).not.toContain('"id"');
    expect(checkGemini(written)).toEqual([]);
    expect(plain(gemini.decode(written))[2]).toEqual(plain([made])[0]);
  });
});

function answeredWithPicture(callId: string): IContent {
  return {
    speaker: 'tool',
    blocks: [
      { type: 'tool_response', callId, toolName: 'look', result: callId },
      { type: 'media', mimeType: 'image/png', data: 'aGVsbG8=', encoding: 'base64' },
    ],
  };
}

test('results with media share one content in Gemini, with the media last', () => {
  const calls: IContent = {
    speaker: 'ai',
    blocks: ['a', 'b'].map((id) => ({ type: 'tool_call', id, name: 'look', parameters: {} })),
  };
  const person: IContent = { speaker: 'human', blocks: [{ type: 'text', text: 'Look' }] };
  const written = gemini.encode([
    person,
    calls,
    answeredWithPicture('a'),
    answeredWithPicture('b'),
  ]);
  expect(written).toHaveLength(3);
  expect(checkGemini(written)).toEqual([]);
  expect(written[2]?.parts).toMatchObject([
    { functionResponse: { id: 'a' } },
    { functionResponse: { id: 'b' } },
    { inlineData: {} },
    { inlineData: {} },
  ]);
});
