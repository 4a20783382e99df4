import { AIMessage } from '@langchain/core/messages';
import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { describe, expect, test } from 'vitest';
import { langchain } from '@palimpsest/formats/langchain';

/** `@langchain/openai` sends the items in `response_metadata.output` instead of the message content. */

const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' };
const said = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [
    { type: 'output_text', text: 'I write.', annotations: [] },
    { type: 'output_text', text: 'And more.', annotations: [] },
  ],
};
const search = { type: 'web_search_call', id: 'ws_1', status: 'completed' };
const approval = { type: 'mcp_approval_request', id: 'mcpr_1', name: 'x', arguments: '{}' };
const functionCall = (n: number) => ({
  type: 'function_call',
  id: `fc_${n}`,
  call_id: `call_${n}`,
  name: 'write',
  arguments: JSON.stringify({ path: `${n}`, content: 'LONG' }),
  status: 'completed',
});
const custom = {
  type: 'custom_tool_call',
  id: 'ctc_3',
  call_id: 'call_3',
  name: 'patch',
  input: 'LONG',
};
const computer = {
  type: 'computer_call',
  id: 'cu_4',
  call_id: 'call_4',
  action: { type: 'LONG' },
};
const thought = { type: 'reasoning', reasoning: 'hm' };

const call = (id: number, name: string, args: object) => ({
  type: 'tool_call' as const,
  id: `call_${id}`,
  name,
  args: { ...args },
});

function answer(output: readonly object[] = []): AIMessage {
  return new AIMessage({
    id: 'resp_1',
    content: [
      { type: 'text', text: 'I write.' },
      { type: 'text', text: 'And more.' },
    ],
    tool_calls: [
      call(1, 'write', { path: '1', content: 'LONG' }),
      call(2, 'write', { path: '2', content: 'LONG' }),
      { ...call(3, 'patch', { input: 'LONG' }), call_id: 'ctc_3', isCustomTool: true } as never,
      { ...call(4, 'computer_use', { action: { type: 'LONG' } }), isComputerTool: true } as never,
    ],
    additional_kwargs: {
      reasoning,
      __openai_function_call_ids__: { call_1: 'fc_1', call_2: 'fc_2' },
      tool_outputs: [search, computer],
    },
    response_metadata: { model_provider: 'openai', output },
  });
}

const whole = [
  reasoning,
  functionCall(1),
  search,
  said,
  functionCall(2),
  custom,
  computer,
  approval,
];

function written(
  message: AIMessage,
  change: (block: ContentBlock) => ContentBlock | undefined,
): AIMessage {
  const history: IContent[] = langchain
    .decode([message])
    .map((entry) => ({ ...entry, blocks: entry.blocks.flatMap((block) => change(block) ?? []) }));
  return langchain.encode(history)[0] as AIMessage;
}

const outputOf = ({ response_metadata: { output } }: AIMessage): unknown => output;

describe('the items of a response match the message', () => {
  test('when arguments change, for every kind of call', () => {
    const message = answer(whole);
    const before = JSON.stringify(message);
    const short = written(message, (block) =>
      block.type !== 'tool_call'
        ? block
        : {
            ...block,
            parameters: JSON.parse(JSON.stringify(block.parameters).replace('LONG', 'short')),
          },
    );
    const { id: _1, ...first } = functionCall(1);
    const { id: _2, ...second } = functionCall(2);
    const { id: _3, ...third } = custom;
    const { id: _4, ...fourth } = computer;
    expect(outputOf(short)).toEqual([
      reasoning,
      { ...first, arguments: '{"path":"1","content":"short"}' },
      search,
      said,
      { ...second, arguments: '{"path":"2","content":"short"}' },
      { ...third, input: 'short' },
      { ...fourth, action: { type: 'short' } },
      approval,
    ]);
    expect(short.additional_kwargs).toMatchObject({ reasoning });
    expect(short.additional_kwargs['__openai_function_call_ids__']).toEqual({});
    expect(short.response_metadata).toMatchObject({ model_provider: 'openai' });
    expect(JSON.stringify(message)).toBe(before);
  });

  test('when a call is removed: its item and its reasoning are removed too', () => {
    const left = written(answer(whole), (block) =>
      block.type === 'tool_call' && (block.id === 'call_1' || block.id === 'call_4')
        ? undefined
        : block,
    );
    expect(outputOf(left)).toEqual([search, said, functionCall(2), custom, approval]);
    const { reasoning: kept, ...kwargs } = left.additional_kwargs;
    expect(kept).toBeUndefined();
    expect(kwargs).toEqual({
      __openai_function_call_ids__: { call_2: 'fc_2' },
      tool_outputs: [search],
    });
  });

  test('when a text is changed or removed', () => {
    const message = answer([reasoning, said, functionCall(1)]);
    const short = written(message, (block) =>
      block.type === 'text' && block.text === 'I write.' ? { ...block, text: 'W.' } : block,
    );
    expect(outputOf(short)).toEqual([
      reasoning,
      {
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [
          { type: 'output_text', text: 'W.', annotations: [] },
          { type: 'output_text', text: 'And more.', annotations: [] },
        ],
      },
      functionCall(1),
    ]);
    const silent = written(message, (block) => (block.type === 'text' ? undefined : block));
    expect(outputOf(silent)).toEqual([functionCall(1)]);
    expect(silent.additional_kwargs['reasoning']).toBeUndefined();
  });

  test('when reasoning is removed: the item after it loses the id that requires the reasoning', () => {
    const message = answer([reasoning, functionCall(1), functionCall(2)]);
    Object.assign(message, { content: [thought] });
    const { id: _id, ...bare } = functionCall(1);
    const left = written(message, (block) => (block.type === 'thinking' ? undefined : block));
    expect(outputOf(left)).toEqual([bare, functionCall(2)]);
    expect(left.additional_kwargs['reasoning']).toBeUndefined();
    expect(left.additional_kwargs['__openai_function_call_ids__']).toEqual({ call_2: 'fc_2' });
  });

  test('when a text or a call is added', () => {
    const message = answer([functionCall(1), functionCall(2), custom, computer]);
    Object.assign(message, { content: '' });
    const [entry] = langchain.decode([message]);
    const blocks: ContentBlock[] = [
      { type: 'text', text: 'So far.' },
      ...entry!.blocks,
      { type: 'tool_call', id: 'new', name: 'read', parameters: { path: 'a' } },
    ];
    const [more] = langchain.encode([{ ...entry!, blocks }]);
    expect(outputOf(more as AIMessage)).toEqual([
      {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'So far.', annotations: [] }],
      },
      functionCall(1),
      functionCall(2),
      custom,
      computer,
      { type: 'function_call', call_id: 'new', name: 'read', arguments: '{"path":"a"}' },
    ]);
  });

  test('when no item is left: the list of items is removed', () => {
    const message = answer([reasoning, said]);
    const left = written(message, (block) => (block.type === 'text' ? undefined : block));
    expect(left.response_metadata).toEqual({ model_provider: 'openai' });
  });
});

test('a response without items keeps its metadata', () => {
  const message = answer([]);
  const left = written(message, (block) => (block.type === 'text' ? undefined : block));
  expect(left.response_metadata).toEqual(message.response_metadata);
  expect(left.additional_kwargs).toEqual(message.additional_kwargs);
});
