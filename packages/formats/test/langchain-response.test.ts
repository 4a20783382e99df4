import { AIMessage } from '@langchain/core/messages';
import type { ContentBlock } from '@palimpsest/core-types';
import { langchain } from '@palimpsest/formats/langchain';
import { expect, test } from 'vitest';

/** `@langchain/openai` sends the items in `response_metadata.output` instead of the message content. */

const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' };
const search = { type: 'web_search_call', id: 'ws_1', status: 'completed' };
const computer = { type: 'computer_call', id: 'cu_2', call_id: 'call_2', action: { type: 'x' } };
const written = { path: 'a', content: 'LONG' };
const items = [
  reasoning,
  { type: 'message', id: 'msg_1', content: [{ type: 'output_text', text: 'I write.' }] },
  { type: 'function_call', id: 'fc_1', call_id: 'call_1', arguments: JSON.stringify(written) },
  computer,
];

function answer(output: readonly object[], id: string = 'resp_1'): AIMessage {
  return new AIMessage({
    id,
    content: [{ type: 'text', text: 'I write.' }],
    tool_calls: [
      { type: 'tool_call', id: 'call_1', name: 'write', args: written },
      { type: 'tool_call', id: 'call_2', name: 'computer_use', args: { action: { type: 'x' } } },
    ],
    additional_kwargs: {
      reasoning,
      __openai_function_call_ids__: { call_1: 'fc_1' },
      tool_outputs: [search, computer],
      vendor: 1,
    },
    response_metadata: { model_provider: 'openai', output },
  });
}

function changed(
  message: AIMessage,
  change: (block: ContentBlock) => ContentBlock | undefined,
): AIMessage {
  const [entry] = langchain.decode([message]);
  const blocks = entry!.blocks.flatMap((block) => change(block) ?? []);
  return langchain.encode([{ ...entry!, blocks }])[0] as AIMessage;
}

function withoutText(message: AIMessage): AIMessage {
  return changed(message, (block) => (block.type === 'text' ? undefined : block));
}

test.each<[string, (block: ContentBlock) => ContentBlock | undefined, readonly object[]]>([
  [
    'arguments change',
    (block) => (block.type === 'tool_call' ? { ...block, parameters: { path: 'a' } } : block),
    [search, computer],
  ],
  [
    'a call is removed',
    (block) => (block.type === 'tool_call' && block.id === 'call_2' ? undefined : block),
    [search],
  ],
  ['a text is removed', (block) => (block.type === 'text' ? undefined : block), [search, computer]],
])('when %s, LangChain makes the items anew from the message', (_name, change, outputs) => {
  const message = answer(items);
  const before = JSON.stringify(message);
  const { response_metadata, additional_kwargs } = changed(message, change);
  expect(response_metadata).toEqual({ model_provider: 'openai' });
  expect(additional_kwargs).toEqual({ tool_outputs: outputs, vendor: 1 });
  expect(JSON.stringify(message)).toBe(before);
});

test('a changed message has no id of an item: the server would require the reasoning before it', () => {
  expect(withoutText(answer(items)).id).toBe('resp_1');
  expect(withoutText(answer(items, 'msg_1')).id).toBeUndefined();
});

test('a response without items keeps its metadata', () => {
  const message = answer([]);
  const left = withoutText(message);
  expect(left.response_metadata).toEqual(message.response_metadata);
  expect(left.additional_kwargs).toEqual(message.additional_kwargs);
});
