import { expect, test } from 'vitest';
import type { SessionMessage } from '../src/mod-types.ts';
import { convert } from '../src/session-messages.ts';

const session: readonly SessionMessage[] = [
  { role: 'user', text: 'Read a.txt. Never touch c.txt.', toolUses: [], handle: 'h1' },
  { role: 'assistant', text: '', toolUses: [], handle: 'h2' },
  {
    role: 'assistant',
    text: 'Reading.',
    toolUses: [
      { tool_use_id: 'a', tool: 'Bash', input: { command: 'cat a.txt' } },
      { tool_use_id: 'b', tool: 'Bash', input: { command: 'cat b.txt' } },
    ],
    handle: 'h3',
  },
  {
    role: 'user',
    text: 'Faster.',
    toolUses: [],
    toolResults: [
      { tool_use_id: 'a', text: 'aaa', isError: false },
      { tool_use_id: 'b', text: 'no such file', isError: true },
    ],
    handle: 'h4',
  },
  { role: 'assistant', text: 'It says aaa.', toolUses: [], handle: 'h5' },
];

test('messages are in the format of Anthropic, without empty ones', () => {
  expect(convert(session).messages).toEqual([
    { role: 'user', content: 'Read a.txt. Never touch c.txt.' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Reading.' },
        { type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'cat a.txt' } },
        { type: 'tool_use', id: 'b', name: 'Bash', input: { command: 'cat b.txt' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'aaa' },
        { type: 'tool_result', tool_use_id: 'b', content: 'no such file', is_error: true },
        { type: 'text', text: 'Faster.' },
      ],
    },
    { role: 'assistant', content: 'It says aaa.' },
  ]);
});

test('an unchanged user message without results is the same object; all others lose their handle', () => {
  const { messages, back } = convert(session);
  const returned = back(messages);
  expect(returned[0]).toBe(session[0]);
  const [, , ...others] = session;
  expect(returned.slice(1)).toEqual(others.map(({ handle: _handle, ...message }) => message));
});

test('a changed message has its new text and no handle', () => {
  const { messages, back } = convert(session);
  const [first, said, results] = messages;
  const parts = (results!.content as object[]).slice(1);
  const shorter = {
    type: 'tool_result',
    tool_use_id: 'a',
    content: [{ type: 'text', text: '…1' }],
  };
  expect(
    back([{ ...first!, content: 'Read.' }, said!, { ...results!, content: [shorter, ...parts] }]),
  ).toEqual([
    { role: 'user', text: 'Read.', toolUses: [] },
    { role: 'assistant', text: 'Reading.', toolUses: session[2]!.toolUses },
    {
      role: 'user',
      text: 'Faster.',
      toolUses: [],
      toolResults: [
        { tool_use_id: 'a', text: '…1', isError: false },
        { tool_use_id: 'b', text: 'no such file', isError: true },
      ],
    },
  ]);
});
