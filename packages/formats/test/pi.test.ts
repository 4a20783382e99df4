import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { pi, type PiMessage } from '@palimpsest/formats/pi';
import { edited, plain } from './expect-history.ts';

const messages: (PiMessage & { [member: string]: unknown })[] = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Go' },
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
    ],
    timestamp: 1,
  },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Hm.', thinkingSignature: 's' },
      { type: 'text', text: 'I look.', textSignature: 'msg_1' },
      { type: 'toolCall', id: 'c', name: 'read', arguments: { path: 'a' }, thoughtSignature: 't' },
    ],
    api: 'openai-responses',
    provider: 'openai',
    model: 'm',
    usage: { input: 1 },
    stopReason: 'toolUse',
    timestamp: 2,
  },
  {
    role: 'toolResult',
    toolCallId: 'c',
    toolName: 'read',
    content: [{ type: 'text', text: 'a long text' }],
    details: { lines: 9 },
    isError: true,
    timestamp: 3,
  },
  { role: 'bashExecution', command: 'ls', output: 'a', timestamp: 4 },
];

const decoded = (): IContent[] => pi.decode(messages);

test('decodes messages, and those of an application as opaque blocks', () => {
  const history = plain(decoded());
  expect(history[1]).toMatchObject({
    speaker: 'ai',
    metadata: { provider: 'openai', model: 'm' },
  });
  expect(history[2]?.blocks).toEqual([
    {
      type: 'tool_response',
      callId: 'c',
      toolName: 'read',
      result: 'a long text',
      isError: true,
    },
  ]);
  expect(history[3]).toEqual({
    speaker: 'system',
    blocks: [{ type: 'opaque', kind: 'bashExecution' }],
  });
});

test('an edited text loses its `textSignature`, the id of the stored text', () => {
  const history = edited(decoded(), (block, { speaker }) =>
    block.type === 'text' && speaker === 'ai' ? { ...block, text: 'Look.' } : block,
  );
  const written = pi.encode(history);
  const content = messages[1]?.content as object[];
  expect(written[1]).toEqual({
    ...messages[1],
    content: [content[0], { type: 'text', text: 'Look.' }, content[2]],
  });
  expect(written.filter((message, index) => message !== messages[index])).toHaveLength(1);
});

test('an edited result keeps an empty tool name', () => {
  const nameless = [messages[0]!, { ...messages[2]!, toolName: '' }];
  const [person, result] = pi.decode(nameless) as [IContent, IContent];
  // A repair adds the tool name of the call.
  const named = { ...result.blocks[0]!, toolName: 'read', result: 'short' } as ContentBlock;
  const written = pi.encode([person, { ...result, blocks: [named] }]);
  expect(written[1]).toMatchObject({ toolName: '', content: [{ text: 'short' }] });
});

test('new messages have the properties that pi requires', () => {
  const call: IContent = {
    speaker: 'ai',
    blocks: [{ type: 'tool_call', id: 'c', name: 'f', parameters: {} }],
    metadata: { timestamp: 9 },
  };
  const result: IContent = {
    speaker: 'tool',
    blocks: [{ type: 'tool_response', callId: 'c', toolName: 'f', result: 'x' }],
  };
  expect(pi.encode([call, result])).toEqual([
    expect.objectContaining({ role: 'assistant', stopReason: 'toolUse', timestamp: 9 }),
    {
      role: 'toolResult',
      toolCallId: 'c',
      toolName: 'f',
      content: [{ type: 'text', text: 'x' }],
      isError: false,
      timestamp: 0,
    },
  ]);
});

test('an id that a repair gave to a call is written, as it is into its result', () => {
  const nameless = [
    { role: 'assistant', content: [{ type: 'toolCall', id: '', name: 'read', arguments: {} }] },
    { role: 'toolResult', toolCallId: '', toolName: 'read', content: [], isError: false },
  ];
  const repaired = edited(pi.decode(nameless), (block) => {
    if (block.type === 'tool_call') return { ...block, id: 'call_1' };
    return block.type === 'tool_response' ? { ...block, callId: 'call_1' } : block;
  });
  expect(pi.encode(repaired)).toMatchObject([
    { content: [{ id: 'call_1' }] },
    { toolCallId: 'call_1' },
  ]);
});

test('a role that is not a text is an error, because an application may use any text', () => {
  const message = { role: 7, content: 'Hi' } as unknown as { role: string };
  expect(() => pi.decode([message])).toThrow('found role 7. Accepted: a text.');
});
