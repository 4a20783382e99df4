import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { describe, expect, test } from 'vitest';
import { openai } from '@palimpsest/formats/openai';
import { openaiResponses, type OpenAIResponsesItem } from '@palimpsest/formats/openai-responses';
import { plain } from './expect-history.ts';

const items: OpenAIResponsesItem[] = [
  { role: 'user', content: 'What is in a?' },
  { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Look.' }] },
  {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    phase: 'commentary',
    content: [{ type: 'output_text', text: 'I look.', annotations: [{ start: 2 }] }],
  },
  { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'read', arguments: '{ "path": "a" }' },
  { type: 'shell_call', id: 'sh_1', call_id: 'c2', action: { commands: ['ls'] } },
  { type: 'function_call_output', call_id: 'c1', output: 'a long text' },
  {
    type: 'shell_call_output',
    call_id: 'c2',
    output: [{ stdout: 'a b', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
  },
  { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'E' },
  { type: 'web_search_call', id: 'ws_1', status: 'completed' },
  {
    type: 'message',
    id: 'msg_2',
    role: 'assistant',
    content: [{ type: 'refusal', refusal: 'No' }],
  },
  { type: 'compaction', id: 'cmp_1', encrypted_content: 'Z' },
  { id: 'msg_9' },
  { type: 'novelty', deep: { x: 1 } },
];

function withBlocks(index: number, change: (blocks: readonly ContentBlock[]) => ContentBlock[]) {
  const history = openaiResponses.decode(items);
  const entry = history[index]!;
  return openaiResponses.encode(history.with(index, { ...entry, blocks: change(entry.blocks) }));
}

describe('items of one model turn', () => {
  test('are one entry, and each output is a separate entry', () => {
    const history = openaiResponses.decode(items);
    expect(history.map(({ speaker, blocks }) => [speaker, blocks.map(({ type }) => type)])).toEqual(
      [
        ['human', ['text']],
        ['ai', ['thinking', 'text', 'tool_call', 'tool_call']],
        ['tool', ['tool_response']],
        ['tool', ['tool_response']],
        ['ai', ['thinking', 'opaque', 'opaque']],
        ['system', ['opaque']],
        ['ai', ['opaque', 'opaque']],
      ],
    );
    expect(plain(history)[3]?.blocks).toEqual([
      { type: 'tool_response', callId: 'c2', toolName: 'shell', result: 'a b' },
    ]);
  });

  test('stay the same objects when another item changes', () => {
    const written = withBlocks(1, (blocks) =>
      blocks.map((block) => (block.type === 'text' ? { ...block, text: 'Short.' } : block)),
    );
    const same = written.map((item, index) => item === items[index]);
    expect(same.filter((is) => !is)).toHaveLength(1);
    const { id: _id, ...rest } = items[2]!;
    expect(written[2]).toEqual({
      ...rest,
      content: [{ type: 'output_text', text: 'Short.', annotations: [] }],
    });
  });

  test('take an added text into the message next to it', () => {
    const written = withBlocks(1, (blocks) => [
      ...blocks.slice(0, 2),
      { type: 'text', text: 'More.' },
      ...blocks.slice(2),
    ]);
    expect(written).toHaveLength(items.length);
    expect(written[2]?.content).toMatchObject([
      { text: 'I look.' },
      { type: 'output_text', text: 'More.' },
    ]);
    expect(written[2]).not.toHaveProperty('id');
  });
});

describe('reasoning and the item after it', () => {
  test('removing the reasoning removes the id of the item, which requires the reasoning', () => {
    const written = withBlocks(1, (blocks) => blocks.filter(({ type }) => type !== 'thinking'));
    const { id: _id, ...rest } = items[2]!;
    expect(written[1]).toEqual(rest);
    expect(written[2]).toBe(items[3]);
  });

  test('removing the reasoning keeps an id that links items, and that of a reference', () => {
    const thought = { type: 'reasoning', id: 'rs_1', summary: [] };
    const request = { type: 'mcp_approval_request', id: 'mcpr_1', name: 'a', arguments: '{}' };
    const linked = [
      thought,
      request,
      { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
      { ...thought, id: 'rs_2' },
      { id: 'msg_1' },
    ];
    const [entry, ...others] = openaiResponses.decode(linked);
    // The pair is one entry: no strategy removes one without the other.
    expect(others).toEqual([]);
    const blocks = entry!.blocks.filter(({ type }) => type !== 'thinking');
    const kept = linked.filter(({ type }) => type !== 'reasoning');
    expect(openaiResponses.encode([{ ...entry!, blocks }])).toEqual(kept);
  });
});

test('a text made of a reasoning block has nothing of the reasoning item', () => {
  const history = openaiResponses.decode(items);
  const [thinking] = history[1]!.blocks;
  const said = { ...thinking, type: 'text', text: 'It looked.' } as ContentBlock;
  const written = openaiResponses.encode([{ speaker: 'ai', blocks: [said] }]);
  expect(written).toMatchObject([{ content: [{ type: 'output_text', text: 'It looked.' }] }]);
  expect(JSON.stringify(written)).not.toContain('rs_1');
});

test('an edited output keeps the shape that its tool uses', () => {
  const written = withBlocks(3, (blocks) =>
    blocks.map((block) => ({ ...block, result: 'cut' }) as ContentBlock),
  );
  expect(written[6]).toEqual({
    type: 'shell_call_output',
    call_id: 'c2',
    output: [{ stdout: 'cut', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
  });
});

test('a new result has the kind of its call', () => {
  const call = { type: 'custom_tool_call', call_id: 'c', name: 'patch', input: '***' };
  const made: IContent = {
    speaker: 'tool',
    blocks: [{ type: 'tool_response', callId: 'c', toolName: 'patch', result: '', error: 'Lost.' }],
  };
  const written = openaiResponses.encode([...openaiResponses.decode([call]), made]);
  expect(written).toEqual([
    call,
    {
      type: 'custom_tool_call_output',
      call_id: 'c',
      output: '{"tool_error":"Lost.","result":""}',
    },
  ]);
});

test('marks a final text as such, so that it is not merged with a later call', () => {
  const history: IContent[] = [
    { speaker: 'ai', blocks: [{ type: 'text', text: 'Done.' }] },
    { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'c', name: 'f', parameters: {} }] },
  ];
  const written = openaiResponses.encode(history);
  expect(written[0]).toMatchObject({ role: 'assistant', phase: 'final_answer' });
  expect(plain(openaiResponses.decode(written))).toEqual(history);
});

test('converts images and files of the user from Chat Completions and back', () => {
  const image = 'data:image/png;base64,AA==';
  const messages = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'See' },
        { type: 'image_url', image_url: { url: image } },
        {
          type: 'file',
          file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' },
        },
      ],
    },
  ];
  const there = openaiResponses.encode(openai.decode(messages));
  expect(there).toEqual([
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'See' },
        { type: 'input_image', image_url: image },
        {
          type: 'input_file',
          filename: 'a.pdf',
          file_data: 'data:application/pdf;base64,AA==',
        },
      ],
    },
  ]);
  expect(openai.encode(openaiResponses.decode(there))).toEqual(messages);
});

function say(text: string): OpenAIResponsesItem {
  const content = text === '' ? [] : [{ type: 'output_text', text }];
  return { type: 'message', role: 'assistant', content };
}

const call = { type: 'function_call', call_id: 'c', name: 'read', arguments: '{}' };

/** Removes the calls from the first entry of `given`. Returns that entry, its encoded items, and those items decoded. */
function withoutCalls(given: readonly OpenAIResponsesItem[]) {
  const [entry] = openaiResponses.decode(given);
  const left = { ...entry!, blocks: entry!.blocks.filter(({ type }) => type !== 'tool_call') };
  const written = openaiResponses.encode([left]);
  return { left, written, read: openaiResponses.decode(written) };
}

describe('messages in one entry with calls', () => {
  test('become one message when the calls are removed', () => {
    const given = [call, say('One.'), say('Two.')];
    const { left, written, read } = withoutCalls(given);
    expect(plain(read)).toEqual(plain([left]));
    expect(written).toEqual([
      { ...given[1], content: [say('One.'), say('Two.')].flatMap(({ content }) => content) },
    ]);
  });

  test('are removed with the calls if they are blank', () => {
    const given = [call, say(''), say('One.'), call, say(' ')];
    const { written } = withoutCalls(given);
    expect(written).toHaveLength(1);
    expect(written[0]).toBe(given[2]);
  });

  test('stay, even if blank, when nothing else is left, and between reasoning and a call', () => {
    expect(withoutCalls([call, say('')]).written).toEqual([say('')]);
    const thought = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] };
    const [entry] = openaiResponses.decode([thought, say(''), call]);
    const changed = entry!.blocks.map((block) =>
      block.type === 'tool_call' ? { ...block, name: 'look' } : block,
    );
    expect(openaiResponses.encode([{ ...entry!, blocks: changed }])).toEqual([
      thought,
      say(''),
      { ...call, name: 'look' },
    ]);
  });
});

describe('a message of the model without content', () => {
  const thought = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] };
  const empty = { ...say(''), content: [] };

  test.each<[string, OpenAIResponsesItem[]]>([
    ['before a text', [empty, say('One.')]],
    ['after reasoning and before more of it', [empty, thought, { ...empty }, say('One.')]],
    ['between a text and a call', [say('One.'), empty, call]],
    ['alone between texts after a call', [call, say('One.'), empty, say('Two.')]],
  ])('stays when the text of its entry is edited: %s', (_name, given) => {
    const [entry, ...others] = openaiResponses.decode(given);
    expect(others).toEqual([]);
    const blocks = entry!.blocks.map((block) =>
      block.type === 'text' ? { ...block, text: 'Edited.' } : block,
    );
    const written = openaiResponses.encode([{ ...entry!, blocks }]);
    expect(written.map((item) => given.indexOf(item))).toEqual(
      given.map(({ content = [] }, at) => (Array.isArray(content) && content.length > 0 ? -1 : at)),
    );
    expect(plain(openaiResponses.decode(written))).toEqual(plain([{ ...entry!, blocks }]));
  });
});

function kinds(given: readonly OpenAIResponsesItem[]): string[][] {
  return openaiResponses.decode(given).map(({ blocks }) => blocks.map(({ type }) => type));
}

test('reasoning between a text and a call does not end the entry, unless the text is final', () => {
  const thought = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] };
  expect(kinds([say('I look.'), thought, thought, call])).toEqual([
    ['text', 'thinking', 'thinking', 'tool_call'],
  ]);
  expect(kinds([say('Done.'), thought, say('And more.')])).toEqual([
    ['text'],
    ['thinking', 'text'],
  ]);
  expect(kinds([say('Done.'), thought, { role: 'user', content: 'Go on.' }])).toEqual([
    ['text'],
    ['thinking'],
    ['text'],
  ]);
  const history: IContent[] = [
    { speaker: 'ai', blocks: [{ type: 'text', text: 'Done.' }] },
    {
      speaker: 'ai',
      blocks: [
        { type: 'thinking', thought: 'Hm.' },
        { type: 'tool_call', id: 'c', name: 'f', parameters: {} },
      ],
    },
  ];
  expect(plain(openaiResponses.decode(openaiResponses.encode(history)))).toEqual(history);
});

test.each([null, undefined, 3])('the error for an invalid item has its index: %j', (bad) => {
  const thought = { type: 'reasoning', summary: [] };
  for (const [index, given] of [[bad], [thought, bad]].entries()) {
    expect(() => openaiResponses.decode(given as OpenAIResponsesItem[])).toThrow(
      `message ${index}`,
    );
  }
});
