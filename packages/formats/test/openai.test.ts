import { expect, test } from 'vitest';
import { openai } from '../src/index.ts';

test('an edited result rebuilds its own message and keeps unknown members', () => {
  const messages = [
    { role: 'user', content: 'Read it' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'read', arguments: '{ "path": "x" }' } },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: 'long', vendor: 1 },
  ];
  const history = openai.decode(messages);
  const [block] = history[2]!.blocks;
  expect(block).toMatchObject({ type: 'tool_response', toolName: 'read', result: 'long' });
  const edited = [
    ...history.slice(0, 2),
    { ...history[2]!, blocks: [{ ...block!, result: 'short' }] },
  ];
  const encoded = openai.encode(edited as typeof history);
  expect(encoded[0]).toBe(messages[0]);
  expect(encoded[1]).toBe(messages[1]);
  expect(encoded[2]).toEqual({ role: 'tool', tool_call_id: 'a', content: 'short', vendor: 1 });
});
