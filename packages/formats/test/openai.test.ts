import { expect, test } from 'vitest';
import { openai } from '@palimpsest/formats/openai';
import { plain } from './expect-history.ts';

const fn = (id: string, name: string, written: unknown): object => ({
  id,
  type: 'function',
  function: { name, arguments: written },
});

test('decodes every role and every kind of content', () => {
  const history = openai.decode([
    { role: 'developer', content: 'Be brief', name: 'host' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD', detail: 'low' } },
        { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
        { type: 'input_audio', input_audio: { data: 'QUJD', format: 'wav' } },
        { type: 'file', file: { file_id: 'file-1', filename: 'a.pdf' } },
        { type: 'novelty' },
      ],
    },
    {
      role: 'assistant',
      content: 'I look',
      reasoning: 'hm',
      refusal: 'no',
      tool_calls: [fn('a', 'read', '{"p":1}')],
    },
    { role: 'tool', tool_call_id: 'a', content: 'text' },
  ]);
  expect(plain(history)).toEqual([
    { speaker: 'system', metadata: { name: 'host' }, blocks: [{ type: 'text', text: 'Be brief' }] },
    {
      speaker: 'human',
      blocks: [
        { type: 'text', text: 'Look' },
        { type: 'media', mimeType: 'image/png', data: 'QUJD', encoding: 'base64' },
        { type: 'media', mimeType: 'image/*', data: 'https://example.org/a.png', encoding: 'url' },
        { type: 'media', mimeType: 'audio/wav', data: 'QUJD', encoding: 'base64' },
        {
          type: 'media',
          mimeType: 'application/octet-stream',
          data: '',
          encoding: 'url',
          filename: 'a.pdf',
        },
        { type: 'opaque', kind: 'novelty' },
      ],
    },
    {
      speaker: 'ai',
      blocks: [
        { type: 'thinking', thought: 'hm' },
        { type: 'text', text: 'I look' },
        { type: 'opaque', kind: 'refusal' },
        { type: 'tool_call', id: 'a', name: 'read', parameters: { p: 1 } },
      ],
    },
    {
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: 'a', toolName: 'read', result: 'text' }],
    },
  ]);
});

test('an edited message keeps all other content byte for byte', () => {
  const call = fn('b', 'run', '{ "z": 1,  "a": 2 }');
  const message = {
    role: 'assistant',
    content: [{ type: 'text', text: 'old', id: 'msg_1', prompt_cache_breakpoint: true }],
    reasoning_content: 'hm',
    reasoning_details: [{ signature: 's' }],
    tool_calls: [fn('a', 'read', 'not json'), call],
    vendor: { x: 1 },
  };
  const [entry] = openai.decode([message]);
  const blocks = entry?.blocks ?? [];
  const [thinking, text, first, second] = blocks;
  expect(first).toMatchObject({ parameters: 'not json' });

  const kept = [thinking, text, first, second].filter((block) => block !== undefined);
  const edited = kept.map((block) => (block.type === 'text' ? { ...block, text: 'new' } : block));
  expect(openai.encode([{ speaker: 'ai', ...entry, blocks: edited }])).toEqual([
    { ...message, content: [{ type: 'text', text: 'new', prompt_cache_breakpoint: true }] },
  ]);

  const [written] = openai.encode([{ speaker: 'ai', ...entry, blocks: kept.slice(3) }]);
  const { reasoning_content: _thought, reasoning_details: _details, ...rest } = message;
  expect(written).toEqual({ ...rest, content: null, tool_calls: [call] });
  expect(written?.tool_calls).toHaveProperty('0', call);
});

test('an edited text loses the id under which the provider stores the old one', () => {
  const [entry] = openai.decode([{ role: 'assistant', content: 'old', id: 'msg_9' }]);
  const edited = { speaker: 'ai', ...entry, blocks: [{ type: 'text', text: 'new' }] } as const;
  expect(openai.encode([edited])).toEqual([{ role: 'assistant', content: 'new' }]);
});

test('an edited call keeps the text and the id of its message', () => {
  const content = [{ type: 'text', text: 'I read' }];
  const message = { role: 'assistant', id: 'msg_9', content, tool_calls: [fn('a', 'read', '{}')] };
  const [entry] = openai.decode([message]);
  const blocks = (entry?.blocks ?? []).map((block) =>
    block.type === 'tool_call' ? { ...block, parameters: { x: 1 } } : block,
  );
  const [written] = openai.encode([{ speaker: 'ai', ...entry, blocks }]);
  expect(written).toEqual({ ...message, tool_calls: [fn('a', 'read', '{"x":1}')] });
  expect(written?.content).toBe(content);
});

test('a result that only resembles an encoded failure stays a text', () => {
  const texts = [
    '{"tool_error":true,"result":1,"more":2}',
    '{"tool_error":5}',
    '{"tool_error":"x","is_error":1}',
    '{"tool_error":',
  ];
  const history = openai.decode(texts.map((content) => ({ role: 'tool', content })));
  expect(history.map(({ blocks }) => blocks[0])).toMatchObject(texts.map((result) => ({ result })));
  for (const { blocks } of history) {
    expect(blocks[0]).not.toHaveProperty('error');
    expect(blocks[0]).not.toHaveProperty('isError');
  }
});

test('writes edited custom calls and legacy function calls in place', () => {
  const messages = [
    {
      role: 'assistant',
      tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'sql', input: 'select 1' } }],
    },
    { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
    { role: 'function', name: 'f', content: 'ok' },
  ];
  const history = openai.decode(messages);
  expect(history[0]?.blocks[0]).toMatchObject({ name: 'sql', parameters: 'select 1' });
  const [call] = history[1]!.blocks;
  expect(call).toMatchObject({ type: 'tool_call', id: 'function_call' });
  const result = { callId: 'function_call', toolName: 'f', result: 'ok' };
  expect(history[2]?.blocks[0]).toMatchObject(result);
  const edited = history.map((entry) => ({
    ...entry,
    blocks: entry.blocks.map((block) =>
      block.type === 'tool_call' ? { ...block, parameters: 'x' } : block,
    ),
  }));
  expect(openai.encode(edited)).toEqual([
    {
      role: 'assistant',
      tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'sql', input: 'x' } }],
    },
    { role: 'assistant', content: null, function_call: { name: 'f', arguments: 'x' } },
    messages[2],
  ]);
});

test('a result is of the tool that was called, even if its message has another name', () => {
  const called = { role: 'assistant', tool_calls: [fn('a', 'AskUserQuestion', '{}')] };
  const given = [
    called,
    { role: 'tool', tool_call_id: 'a', name: 'user_proxy', content: 'Yes.' },
    { role: 'tool', tool_call_id: 'b', name: 'run', content: 'ok' },
  ];
  const history = openai.decode(given);
  expect(history[1]?.blocks).toMatchObject([{ toolName: 'AskUserQuestion' }]);
  expect(history[2]?.blocks).toMatchObject([{ toolName: 'run' }]);
  expect(openai.encode(history)).toEqual(given);
});

test('matches results with repeated ids by position', () => {
  const call = (name: string): object => ({
    role: 'assistant',
    tool_calls: [fn('call_0', name, '{}')],
  });
  const result = { role: 'tool', tool_call_id: 'call_0', content: 'x' };
  const parallel = { role: 'assistant', tool_calls: [fn('', 'c', '{}'), fn('', 'd', '{}')] };
  const nameless = { role: 'tool', content: 'x' };
  const both = {
    role: 'assistant',
    tool_calls: [fn('call_0', 'e', '{}'), fn('call_0', 'f', '{}')],
  };
  const given = [
    call('a'),
    call('b'),
    result,
    result,
    parallel,
    nameless,
    nameless,
    nameless,
    call('g'),
    both,
    result,
    result,
    result,
  ];
  const history = openai.decode(given as { role: string }[]);
  const names = history.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_response' ? [block.toolName] : [])),
  );
  expect(names).toEqual(['b', 'a', 'c', 'd', 'd', 'e', 'f', 'g']);
});

test('converts entries without native objects to messages', () => {
  const response = { type: 'tool_response', callId: 'a', toolName: 'run' } as const;
  expect(
    openai.encode([
      { speaker: 'human', blocks: [{ type: 'text', text: 'Hi' }], metadata: { name: 'ann' } },
      { speaker: 'ai', blocks: [{ type: 'code', code: '```', language: 'md' }] },
      {
        speaker: 'ai',
        blocks: [{ type: 'tool_call', id: 'a', name: 'run', parameters: { x: 1 } }],
      },
      {
        speaker: 'tool',
        blocks: [
          { ...response, result: { out: 1 } },
          { ...response, result: 'partial', error: 'ENOENT' },
        ],
      },
    ]),
  ).toEqual([
    { role: 'user', content: 'Hi', name: 'ann' },
    { role: 'assistant', content: '````md\n```\n````' },
    { role: 'assistant', content: null, tool_calls: [fn('a', 'run', '{"x":1}')] },
    { role: 'tool', tool_call_id: 'a', content: '{"out":1}' },
    { role: 'tool', tool_call_id: 'a', content: '{"tool_error":"ENOENT","result":"partial"}' },
  ]);
});

test('returns a decoded result without parts as the same object', () => {
  const given = [{ role: 'tool', tool_call_id: 'a', content: [] }];
  expect(openai.encode(openai.decode(given))[0]).toBe(given[0]);
});
