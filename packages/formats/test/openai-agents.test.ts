import { expect, test } from 'vitest';
import { openaiAgents, type OpenAIAgentsItem } from '@palimpsest/formats/openai-agents';
import { openaiResponses } from '@palimpsest/formats/openai-responses';
import { edited, plain } from './expect-history.ts';

const items: OpenAIAgentsItem[] = [
  { role: 'user', content: 'Go' },
  {
    type: 'reasoning',
    id: 'rs',
    content: [{ type: 'input_text', text: 'Hm.' }],
    providerData: { encrypted_content: 'E' },
  },
  {
    type: 'function_call',
    id: 'fc',
    callId: 'c',
    name: 'read',
    arguments: '{"p":1}',
    status: 'completed',
  },
  {
    type: 'function_call_result',
    name: 'read',
    callId: 'c',
    status: 'completed',
    output: { type: 'text', text: 'long', providerData: { x: 1 } },
    providerData: { y: 2 },
  },
  { type: 'hosted_tool_call', name: 'web_search', id: 'ws', status: 'completed' },
  { type: 'unknown', providerData: { z: 3 } },
];

test('decodes items with camel-case properties', () => {
  expect(plain(openaiAgents.decode(items))).toEqual([
    { speaker: 'human', blocks: [{ type: 'text', text: 'Go' }] },
    {
      speaker: 'ai',
      blocks: [
        { type: 'thinking', thought: 'Hm.', encryptedContent: 'E' },
        { type: 'tool_call', id: 'c', name: 'read', parameters: { p: 1 } },
      ],
    },
    {
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: 'c', toolName: 'read', result: 'long' }],
    },
    {
      speaker: 'ai',
      blocks: [
        { type: 'opaque', kind: 'hosted_tool_call' },
        { type: 'opaque', kind: 'unknown' },
      ],
    },
  ]);
});

test('keeps `providerData` when a result changes', () => {
  const history = edited(openaiAgents.decode(items), (block) =>
    block.type === 'tool_response' ? { ...block, result: 'cut' } : block,
  );
  const written = openaiAgents.encode(history);
  expect(written[3]).toEqual({
    ...items[3],
    output: { type: 'text', text: 'cut', providerData: { x: 1 } },
  });
  expect(written.filter((item, index) => item !== items[index])).toHaveLength(1);
});

test('new items have the properties that the SDK requires', () => {
  const history = plain(openaiAgents.decode(items.slice(0, 4)));
  expect(openaiAgents.encode(history)).toEqual([
    { type: 'message', role: 'user', content: 'Go' },
    {
      type: 'reasoning',
      content: [{ type: 'input_text', text: 'Hm.' }],
      providerData: { encrypted_content: 'E' },
    },
    { type: 'function_call', callId: 'c', name: 'read', arguments: '{"p":1}', status: 'completed' },
    {
      type: 'function_call_result',
      name: 'read',
      callId: 'c',
      status: 'completed',
      output: { type: 'text', text: 'long' },
    },
  ]);
});

test('converts reasoning and calls to the Responses API', () => {
  expect(openaiResponses.encode(openaiAgents.decode(items.slice(0, 4)))).toEqual([
    { type: 'message', role: 'user', content: 'Go' },
    {
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'Hm.' }],
      encrypted_content: 'E',
    },
    { type: 'function_call', call_id: 'c', name: 'read', arguments: '{"p":1}' },
    { type: 'function_call_output', call_id: 'c', output: 'long' },
  ]);
});

test('an empty message of the model ends no entry, because it goes with the reasoning before it', () => {
  const said = { type: 'message', role: 'assistant', status: 'completed' } as const;
  const spoken: OpenAIAgentsItem = {
    ...said,
    content: [{ type: 'output_text', text: 'I read the file.' }],
  };
  const silent: OpenAIAgentsItem[] = [
    { type: 'reasoning', content: [{ type: 'input_text', text: 'Hm.' }] },
    { ...said, content: [], phase: 'final_answer' },
  ];
  const call: OpenAIAgentsItem = {
    type: 'function_call',
    callId: 'c',
    name: 'read',
    arguments: '{}',
    status: 'completed',
  };
  expect(openaiAgents.decode([spoken, ...silent, call])).toHaveLength(1);
  expect(openaiAgents.decode([spoken, call])).toHaveLength(1);
});
